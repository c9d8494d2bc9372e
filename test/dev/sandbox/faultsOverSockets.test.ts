import { request, type IncomingMessage } from 'node:http';
import { drops } from '../../../dev/sandbox/bodies';
import type { Fault } from '../../../dev/sandbox/faultSchema';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/server';
import { until } from '../../support/until';
import { HEADERS, PROFILE, urlOf } from './asking';
import { errorCode, post, withSandbox } from './serving';

const hit = { linkedin_url: urlOf('test-found') };
const MB = 1024 * 1024;

const under = (fault: Fault, run: (sandbox: Sandbox) => Promise<void>) =>
	withSandbox({ settings: { faults: [fault] } }, run);

const open = ({ url }: Sandbox, informed: number[] = [], signal?: AbortSignal): Promise<IncomingMessage> =>
	new Promise((resolve, reject) => {
		const sent = request(`${url}/${PROFILE}`, { method: 'POST', headers: HEADERS, signal }, resolve);
		sent.on('information', ({ statusCode }) => informed.push(statusCode))
			.on('error', reject)
			.end(JSON.stringify(hit));
	});

/** An answer by Node's own client, which unpacks nothing and shows all that came. */
async function answerOf(sandbox: Sandbox): Promise<{ reply: IncomingMessage; informed: number[]; text: string }> {
	const informed: number[] = [];
	const reply = await open(sandbox, informed);
	let text = '';
	for await (const chunk of reply.setEncoding('utf8')) text += chunk as string;
	return { reply, informed, text };
}

/** An answer of which the first piece has come, and nothing more is read. */
async function begun(sandbox: Sandbox): Promise<{ reply: IncomingMessage; first: string }> {
	const reply = await open(sandbox);
	const first = await new Promise<Buffer>((resolve) => reply.once('data', resolve));
	reply.pause();
	return { reply, first: first.toString() };
}

/** Waits until no request is under way: a ledger that is cleared counts those that are. */
const untilAllAreOver = ({ ledger }: Sandbox) =>
	until(() => {
		ledger.clear();
		return ledger.summary().maxInFlight === 0;
	});

test('half_json: complete by its length, broken off by its content', async () => {
	await under({ kind: 'half_json' }, async (sandbox) => {
		const { reply, text } = await answerOf(sandbox);
		expect([reply.statusCode, Number(reply.headers['content-length'])]).toEqual([200, text.length]);
		expect(text).toMatch(/^\{"results"/);
		expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
		expect(sandbox.ledger.summary()).toMatchObject({ lost: 1, tokensCharged: 1 });
	});
});

test('bad_gzip: says that it is packed, and is not', async () => {
	await under({ kind: 'bad_gzip' }, async (sandbox) => {
		const { reply, text } = await answerOf(sandbox);
		expect(reply.headers['content-encoding']).toBe('gzip');
		expect(JSON.parse(text)).toMatchObject({ status: 'ok' });
	});
});

test('error_block: 200, an error and no results', async () => {
	await under({ kind: 'error_block' }, async (sandbox) => {
		const { status, text } = await post(sandbox, PROFILE, hit);
		expect([status, Object.keys(JSON.parse(text) as object)]).toEqual([200, ['error']]);
	});
});

test('204 has no body, and nothing that describes one', async () => {
	await under({ kind: 'status', status: 204 }, async (sandbox) => {
		const { reply, text } = await answerOf(sandbox);
		expect([reply.statusCode, text, reply.headers['content-type'], reply.headers['content-length']]).toEqual([
			204,
			'',
			undefined,
			undefined,
		]);
	});
});

test('informational: a 102 and a 103, then the answer', async () => {
	await under({ kind: 'informational' }, async (sandbox) => {
		const { reply, informed, text } = await answerOf(sandbox);
		expect([informed, reply.statusCode]).toEqual([[102, 103], 200]);
		expect(JSON.parse(text)).toMatchObject({ status: 'ok' });
		expect(sandbox.ledger.summary().lost).toBe(0);
	});
});

test('a header that comes twice is two lines', async () => {
	await under({ kind: 'status', status: 429, headers: { 'retry-after': ['1', '2'] } }, async (sandbox) => {
		const { rawHeaders } = (await answerOf(sandbox)).reply;
		expect(rawHeaders.filter((_, place) => rawHeaders[place - 1] === 'retry-after')).toEqual(['1', '2']);
	});
});

describe('large', () => {
	test('the answer as it is, and a field that brings it to the size', async () => {
		await under({ kind: 'large', bytes: MB }, async (sandbox) => {
			const { text } = await post(sandbox, PROFILE, hit);
			const { padding, ...answer } = JSON.parse(text) as Record<string, unknown>;
			expect([text.length, typeof padding, answer.status]).toEqual([MB, 'string', 'ok']);
			expect(sandbox.ledger.summary().lost).toBe(0);
		});
	});

	test('of a size below its own it is no longer than it must be', async () => {
		await under({ kind: 'large', bytes: 1 }, async (sandbox) => {
			expect(JSON.parse((await post(sandbox, PROFILE, hit)).text)).toMatchObject({ status: 'ok', padding: '' });
		});
	});

	test('is made while it is read: many that nobody reads take no room', async () => {
		await under({ kind: 'large', bytes: 100 * MB }, async (sandbox) => {
			const before = process.memoryUsage();
			const clients = await Promise.all(Array.from({ length: 8 }, () => begun(sandbox)));
			const after = process.memoryUsage();
			expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(100 * MB);
			for (const { reply } of clients) reply.destroy();
			await until(() => sandbox.ledger.summary().lost === 8);
			expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 8 });
		});
	});
});

describe('drip', () => {
	test('begins with the answer, is lost, and ends when the client goes away', async () => {
		await under({ kind: 'drip' }, async (sandbox) => {
			const { reply, first } = await begun(sandbox);
			expect(first).toMatch(/^\{/);
			expect(sandbox.ledger.summary()).toMatchObject({ lost: 1, tokensCharged: 1 });
			reply.destroy();
			await untilAllAreOver(sandbox);
		});
	});

	test('goes on when all of the answer has come', async () => {
		let text = '';
		for await (const drop of drops(Buffer.from('{}'))) {
			text += drop.toString();
			if (text.length === 5) break;
		}
		expect(text).toBe('{}   ');
	});

	test('ends when the sandbox is closed', async () => {
		const sandbox = await startSandbox({ settings: { faults: [{ kind: 'drip' }] } });
		const { reply } = await begun(sandbox);
		const end = errorCode(new Promise((_resolve, reject) => reply.on('error', reject).resume()));
		await sandbox.close();
		expect(await end).toBe('ECONNRESET');
	});
});

describe('slow', () => {
	const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

	test.each<[string, (sandbox: Sandbox, leave: () => void) => Promise<void>]>([
		['the client goes away', async (_sandbox, leave) => Promise.resolve(leave())],
		['the sandbox is closed', async (sandbox) => sandbox.close()],
	])('nothing waits any longer when %s', async (_what, end) => {
		const before = timers();
		const sandbox = await startSandbox({ settings: { faults: [{ kind: 'slow', ms: 3_600_000 }] } });
		const leaving = new AbortController();
		const asking = errorCode(open(sandbox, [], leaving.signal));
		await until(() => sandbox.ledger.summary().requests === 1);
		await end(sandbox, () => leaving.abort());
		expect(await asking).toMatch(/^(?:ECONNRESET|ABORT_ERR)$/);
		await until(() => timers() <= before && sandbox.ledger.summary().lost === 1);
		expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 1 });
		await sandbox.close();
	});
});
