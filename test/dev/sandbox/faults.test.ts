import { request, type Dispatcher } from 'undici';
import { FaultCounts, type Fault } from '../../../dev/sandbox/http/faults';
import type { Sandbox } from '../../../dev/sandbox/server';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { sandboxes } from '../../support/node/sandboxes';
import { errorCode, HEADERS, PROFILE, SINGLE, urlOf } from '../../support/asking';

const start = sandboxes();
const hit = { linkedin_url: urlOf('test-found') };

test.each<[Fault, number[]]>([
	[{ kind: 'reset' }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
	[{ kind: 'reset', every: 3 }, [3, 6, 9]],
	[{ kind: 'reset', first: 2 }, [1, 2]],
	[{ kind: 'reset', nth: [4, 7, 40] }, [4, 7]],
	[{ kind: 'reset', rate: 0 }, []],
	[{ kind: 'reset', rate: 1, tool: PROFILE }, []],
	[{ kind: 'reset', rate: 0.5 }, [1, 3, 5, 9, 10]],
])('%j strikes requests %j', (fault, numbers) => {
	const counts = new FaultCounts();
	const struck = Array.from({ length: 10 }, (_, index) => (counts.next([fault], SINGLE, 3) ? index + 1 : 0));
	expect(struck.filter((number) => number > 0)).toEqual(numbers);
});

/** A reply by a client that decodes nothing and shows informational replies. */
async function replyOf({ url }: Sandbox) {
	const informational: number[] = [];
	const { statusCode, headers, body } = await open(url, (status) => informational.push(status));
	return { statusCode, headers, informational, text: await body.text() };
}

const open = async (
	url: string,
	onInformational: (status: number) => void = () => {},
): Promise<Dispatcher.ResponseData> =>
	await request(`${url}/${PROFILE}`, {
		method: 'POST',
		headers: HEADERS,
		body: JSON.stringify(hit),
		// Each on a connection of its own.
		reset: true,
		onInfo: ({ statusCode }) => onInformational(statusCode),
	});

const JSON_TYPE = 'application/json; charset=utf-8';

const WHOLE = /^\{.*\}$/;

test.each<[fault: Fault, status: number, type: string | undefined, text: RegExp, charged: number, lost: number]>([
	[{ kind: 'not_json' }, 200, 'text/html', /^<!doctype/, 0, 1],
	[{ kind: 'error_block' }, 200, JSON_TYPE, /^\{"error":\{[^{}]*\}\}$/, 0, 1],
	[{ kind: 'internal_error' }, 500, JSON_TYPE, /"metadata":\{\}\}$/, 0, 0],
	[{ kind: 'redirect' }, 302, 'text/plain', /^$/, 0, 0],
	[{ kind: 'status', status: 503 }, 503, JSON_TYPE, /"fault"/, 0, 0],
	[{ kind: 'status', status: 204 }, 204, undefined, /^$/, 0, 1],
	[{ kind: 'half_json' }, 200, JSON_TYPE, /^\{"results".*[^}]$/, 1, 1],
	[{ kind: 'wrong_content_type' }, 200, 'text/plain', WHOLE, 1, 0],
	[{ kind: 'bad_gzip' }, 200, JSON_TYPE, WHOLE, 1, 1],
	[{ kind: 'large', bytes: 1 }, 200, JSON_TYPE, /"padding":""\}$/, 1, 0],
	[{ kind: 'large', bytes: 70_000 }, 200, JSON_TYPE, /^.{69998}"\}$/, 1, 0],
	[{ kind: 'informational' }, 200, JSON_TYPE, WHOLE, 1, 0],
	[{ kind: 'slow', ms: 5 }, 200, JSON_TYPE, WHOLE, 1, 0],
])('%j over HTTP', async (fault, status, type, text, charged, lost) => {
	const sandbox = await start({ faults: [fault] });
	const { statusCode, headers, informational, text: received } = await replyOf(sandbox);
	expect([statusCode, headers['content-type']]).toEqual([status, type]);
	expect(received).toMatch(text);
	expect(headers['content-encoding']).toBe(fault.kind === 'bad_gzip' ? 'gzip' : undefined);
	expect(informational).toEqual(fault.kind === 'informational' ? [102, 103] : []);
	expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: charged, lost });
});

test.each<[kind: Fault['kind'], charged: number, code: string]>([
	['reset', 0, 'ECONNRESET'],
	['reset_charged', 1, 'ECONNRESET'],
	['half_body', 1, 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
])('%s closes the connection without a complete answer and charges %d', async (kind, tokensCharged, code) => {
	const sandbox = await start({ faults: [{ kind, first: 1 }] });
	expect(await errorCode(replyOf(sandbox))).toBe(code);
	expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged, lost: 1 });
	expect((await replyOf(sandbox)).statusCode).toBe(200);
});

test.each<Fault>([{ kind: 'drip' }, { kind: 'large', bytes: 100 * 1024 * 1024 }])(
	'%j is generated while it is read, and ends when the client disconnects',
	async (fault) => {
		const { url, ledger } = await start({ faults: [fault] });
		const before = process.memoryUsage().arrayBuffers;
		const { body } = await open(url);
		const first = await new Promise<Buffer>((resolve) => body.once('data', resolve));
		body.pause();
		expect(first.toString()).toMatch(/^\{/);
		expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024);
		body.on('error', () => {}).destroy();
		await waitFor('The lost request', () => ledger.summary().lost === 1);
		expect(ledger.summary()).toMatchObject({ tokensCharged: 1 });
	},
);
