import { connect } from 'node:net';
import { request } from 'undici';
import { startSandbox } from '../../../dev/sandbox/server';
import { SettingsError } from '../../../dev/sandbox/settings';
import { until } from '../../support/until';
import { HEADERS, NOON, PROFILE, SINGLE, urlOf } from './asking';
import { errorCode, post, withSandbox } from './serving';

const hit = { linkedin_url: urlOf('test-found') };
const LONG = 600_000;
const CUT_OFF = /^(?:ECONNRESET|UND_ERR_SOCKET)$/;

describe('the server', () => {
	test('has an address that ends in the path prefix, and a key that may call', async () => {
		await withSandbox({}, async (sandbox) => {
			expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/tools$/);
			const reply = await post(
				sandbox,
				'get_account',
				{},
				{ ...HEADERS, authorization: `Bearer ${sandbox.key}` },
			);
			expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
			expect(JSON.parse(reply.text)).toMatchObject({ status: 'ok', results: { id: 'acct_sandbox' } });
		});
	});

	test('takes 100 profiles and bodies of almost 1 MB, and refuses more', async () => {
		await withSandbox({}, async (sandbox) => {
			const padded = (bytes: number) => ({ ...hit, padding: 'x'.repeat(bytes) });
			expect((await post(sandbox, SINGLE, { linkedin_urls: Array(100).fill(urlOf('test-found')) })).status).toBe(
				200,
			);
			expect((await post(sandbox, SINGLE, padded(1024 * 1024 - 200))).status).toBe(200);
			expect((await post(sandbox, SINGLE, padded(1024 * 1024))).status).toBe(413);
			expect(sandbox.ledger.summary().requests).toBe(2);
		});
	});

	test.each(['nonsense', 'application/', 'text/html; charset'])(
		'lets the service refuse the content type %p',
		async (type) => {
			await withSandbox({}, async (sandbox) => {
				const reply = await post(sandbox, SINGLE, hit, { ...HEADERS, 'content-type': type });
				expect([reply.status, JSON.parse(reply.text)]).toMatchObject([
					400,
					{ error: { code: 'invalid_input' } },
				]);
				const unnamed = await post(sandbox, SINGLE, hit, { 'content-type': type });
				expect(unnamed.status).toBe(403);
			});
		},
	);

	test('refuses a method other than POST, and other paths are not its own', async () => {
		await withSandbox({}, async ({ url, ledger }) => {
			const got = await request(`${url}/get_account`, { headers: HEADERS });
			expect([got.statusCode, got.headers.allow]).toEqual([405, 'POST']);
			const elsewhere = await request(new URL('/api/v2/tools/get_account', url), {
				method: 'POST',
				headers: HEADERS,
				body: '{}',
			});
			expect([elsewhere.statusCode, elsewhere.headers['content-type']]).toEqual([404, 'text/html']);
			expect(ledger.summary().byTool).toEqual({ get_account: { 405: 1 } });
		});
	});

	test('answers request after request on one connection', async () => {
		await withSandbox({}, async ({ url }) => {
			const body = JSON.stringify(hit);
			const head = Object.entries({ ...HEADERS, host: 'localhost', 'content-length': String(body.length) });
			const message = [
				`POST ${new URL(url).pathname}/${SINGLE} HTTP/1.1`,
				...head.map(([name, value]) => `${name}: ${value}`),
				'',
				body,
			].join('\r\n');
			const socket = connect(Number(new URL(url).port), '127.0.0.1');
			let received = '';
			socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
			for (const count of [1, 2, 3]) {
				socket.write(message);
				await until(() => received.split('HTTP/1.1 200 OK').length - 1 === count);
			}
			socket.destroy();
		});
	});

	test('moves its clock ahead', async () => {
		await withSandbox(
			{ now: () => NOON, settings: { limits: { enrich: { requests: { '5h': 1 } } } } },
			async (sandbox) => {
				const statuses: number[] = [];
				for (const advance of [0, 1000, 18_000_000]) {
					sandbox.advance(advance);
					statuses.push((await post(sandbox, SINGLE, hit)).status);
				}
				expect(statuses).toEqual([200, 429, 200]);
				expect(sandbox.now()).toBe(NOON + 18_001_000);
			},
		);
	});

	test('does not start with settings that cannot be, nor on a port that is taken', async () => {
		await expect(startSandbox({ settings: { hitRate: 2 } })).rejects.toThrow(SettingsError);
		await withSandbox({}, async ({ url }) => {
			expect(await errorCode(startSandbox({ port: Number(new URL(url).port) }))).toBe('EADDRINUSE');
		});
	});
});

describe('faults over a socket', () => {
	const charged = { tokensCharged: 1, lost: 1 };
	const free = { tokensCharged: 0, lost: 1 };

	test.each([
		{ kind: 'reset' as const, summary: free },
		{ kind: 'reset_charged' as const, summary: charged },
		{ kind: 'half_body' as const, summary: charged },
	])('$kind: the client gets no answer', async ({ kind, summary }) => {
		await withSandbox({ settings: { faults: [{ kind, first: 1 }] } }, async (sandbox) => {
			expect(await errorCode(post(sandbox, PROFILE, hit))).toMatch(CUT_OFF);
			expect(sandbox.ledger.summary()).toMatchObject(summary);
			expect((await post(sandbox, PROFILE, hit)).status).toBe(200);
		});
	});

	test('half a body is half of what was announced', async () => {
		await withSandbox({ settings: { faults: [{ kind: 'half_body' }] } }, async ({ url }) => {
			const reply = await request(`${url}/${PROFILE}`, {
				method: 'POST',
				headers: HEADERS,
				body: JSON.stringify(hit),
			});
			let received = 0;
			const reading = (async () => {
				for await (const chunk of reply.body) received += (chunk as Buffer).length;
			})();
			expect(await errorCode(reading)).toMatch(CUT_OFF);
			expect(received).toBe(Math.floor(Number(reply.headers['content-length']) / 2));
		});
	});

	test.each([
		{ fault: { kind: 'not_json' as const }, status: 200, type: 'text/html', text: /^<!doctype/ },
		{ fault: { kind: 'wrong_content_type' as const }, status: 200, type: 'text/plain', text: /^\{"results"/ },
		{
			fault: { kind: 'internal_error' as const },
			status: 500,
			type: 'application/json; charset=utf-8',
			text: /internal_error/,
		},
		{
			fault: { kind: 'status' as const, status: 503 },
			status: 503,
			type: 'application/json; charset=utf-8',
			text: /fault/,
		},
		{ fault: { kind: 'redirect' as const }, status: 302, type: 'text/plain', text: /^$/ },
	])('$fault.kind', async ({ fault, status, type, text }) => {
		await withSandbox({ settings: { faults: [fault] } }, async (sandbox) => {
			const reply = await post(sandbox, PROFILE, hit);
			expect([reply.status, reply.headers['content-type']]).toEqual([status, type]);
			expect(reply.text).toMatch(text);
		});
	});

	test('test identifiers bring them on too', async () => {
		await withSandbox({}, async (sandbox) => {
			const codes = [];
			for (const name of ['test-reset', 'test-reset-charged', 'test-half-body'])
				codes.push(await errorCode(post(sandbox, SINGLE, { linkedin_url: name })));
			expect(codes).toEqual(Array(3).fill(expect.stringMatching(CUT_OFF)));
			expect((await post(sandbox, SINGLE, { linkedin_url: 'test-not-json' })).text).toMatch(/^<!doctype/);
			expect(sandbox.ledger.summary()).toMatchObject({ lost: 4, tokensCharged: 2 });
		});
	});

	test('a slow answer comes after one that was asked later', async () => {
		await withSandbox({ settings: { faults: [{ kind: 'slow', ms: 300, first: 1 }] } }, async (sandbox) => {
			const order: string[] = [];
			const slow = post(sandbox, PROFILE, hit).then(() => order.push('slow'));
			await until(() => sandbox.ledger.summary().requests === 1);
			await post(sandbox, PROFILE, hit).then(() => order.push('quick'));
			await slow;
			expect(order).toEqual(['quick', 'slow']);
		});
	});
});

describe('requests in flight', () => {
	test('are counted, and closing ends them at once', async () => {
		const sandbox = await startSandbox({ settings: { latency: LONG } });
		const waiting = Array.from({ length: 7 }, () => errorCode(post(sandbox, PROFILE, hit)));
		await until(() => sandbox.ledger.summary().requests === 7);
		expect(sandbox.ledger.summary().maxInFlight).toBe(7);
		await sandbox.close();
		expect(await Promise.all(waiting)).toEqual(Array(7).fill(expect.stringMatching(CUT_OFF)));
		expect(sandbox.ledger.summary().lost).toBe(7);
		expect(await errorCode(post(sandbox, PROFILE, hit))).toBe('ECONNREFUSED');
	});

	test('one by one they are one', async () => {
		await withSandbox({}, async (sandbox) => {
			for (let count = 0; count < 5; count++) await post(sandbox, PROFILE, hit);
			expect(sandbox.ledger.summary()).toMatchObject({ requests: 5, maxInFlight: 1, lost: 0 });
		});
	});

	test('a client that hangs up loses an answer that was charged', async () => {
		await withSandbox({ settings: { latency: LONG } }, async (sandbox) => {
			const patience = new AbortController();
			const asking = post(sandbox, PROFILE, hit, HEADERS, patience.signal).catch(() => 'hung up');
			await until(() => sandbox.ledger.summary().requests === 1);
			patience.abort();
			expect(await asking).toBe('hung up');
			await until(() => sandbox.ledger.summary().lost === 1);
			expect(sandbox.ledger.summary().tokensCharged).toBe(1);
		});
	});

	test('an open connection that asks nothing does not keep it from closing', async () => {
		const { url, close } = await startSandbox();
		const socket = connect(Number(new URL(url).port), '127.0.0.1');
		const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => undefined));
		await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
		socket.write('POST /api/v1/tools/get_account HTTP/1.1\r\n');
		await close();
		await ended;
	});
});
