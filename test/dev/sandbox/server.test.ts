import { connect } from 'node:net';
import { request } from 'undici';
import { startSandbox } from '../../../dev/sandbox/server';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { sandboxes } from '../../support/node/sandboxes';
import { errorCode, HEADERS, NOON, post, PROFILE, SINGLE, urlOf } from '../../support/asking';

const start = sandboxes();
const hit = { linkedin_url: urlOf('test-found') };
const LONG = 600_000;

test('server accepts 100 profiles and bodies of almost 1 MB, and refuses larger ones', async () => {
	const sandbox = await start();
	const status = async (body: object) => (await post(sandbox, SINGLE, body)).status;
	const padded = (bytes: number) => ({ ...hit, padding: 'x'.repeat(bytes) });
	expect(await status({ linkedin_urls: Array(100).fill(urlOf('test-found')) })).toBe(200);
	expect(await status(padded(1024 * 1024 - 200))).toBe(200);
	expect(await status(padded(1024 * 1024))).toBe(413);
	expect(sandbox.ledger.summary().requests).toBe(2);
});

test.each(['nonsense', 'application/', 'text/html; charset'])(
	'service refuses content type %p itself',
	async (type) => {
		const sandbox = await start();
		const reply = await post(sandbox, SINGLE, hit, { ...HEADERS, 'content-type': type });
		expect([reply.status, JSON.parse(reply.text)]).toMatchObject([400, { error: { code: 'invalid_input' } }]);
		expect((await post(sandbox, SINGLE, hit, { 'content-type': type })).status).toBe(403);
	},
);

test('server refuses methods other than POST, and does not serve other paths', async () => {
	const { url, ledger } = await start();
	const got = await request(`${url}/get_account`, { headers: HEADERS });
	expect([got.statusCode, got.headers.allow]).toEqual([405, 'POST']);
	const elsewhere = await request(new URL('/api/v2/tools/get_account', url), {
		method: 'POST',
		headers: HEADERS,
	});
	expect([elsewhere.statusCode, elsewhere.headers['content-type']]).toEqual([404, 'text/html']);
	expect(ledger.summary().byTool).toEqual({ get_account: { 405: 1 } });
});

test('server opens a window when its clock is advanced', async () => {
	const settings = { limits: { enrich: { requests: { '5h': 1 } } } };
	const sandbox = await start(settings, () => NOON);
	const statuses: number[] = [];
	for (const advance of [0, 1000, 18_000_000]) {
		sandbox.advance(advance);
		statuses.push((await post(sandbox, SINGLE, hit)).status);
	}
	expect([statuses, sandbox.now()]).toEqual([[200, 429, 200], NOON + 18_001_000]);
});

test('server counts requests in flight, and closing ends delayed answers at once', async () => {
	const sandbox = await startSandbox({ settings: { latency: LONG } });
	const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
	const before = timers();
	const waiting = Array.from({ length: 7 }, () => errorCode(post(sandbox, PROFILE, hit)));
	await waitFor('The seven requests', () => sandbox.ledger.summary().requests === 7);
	expect(sandbox.ledger.summary().maxInFlight).toBe(7);
	await sandbox.close();
	expect(await Promise.all(waiting)).toEqual(Array(7).fill(expect.stringMatching(/^(?:ECONNRESET|UND_ERR_SOCKET)$/)));
	expect(sandbox.ledger.summary().lost).toBe(7);
	await waitFor('The end of all timers', () => timers() <= before);
	expect(await errorCode(post(sandbox, PROFILE, hit))).toBe('ECONNREFUSED');
});

test('client that disconnects loses an answer that was charged', async () => {
	const sandbox = await start({ latency: LONG });
	const abort = new AbortController();
	const answer = post(sandbox, PROFILE, hit, HEADERS, abort.signal).catch(() => 'aborted');
	await waitFor('The first request', () => sandbox.ledger.summary().requests === 1);
	abort.abort();
	expect(await answer).toBe('aborted');
	await waitFor('The lost request', () => sandbox.ledger.summary().lost === 1);
	expect(sandbox.ledger.summary().tokensCharged).toBe(1);
});

test('unfinished request does not keep the server from closing', async () => {
	const { url, close } = await startSandbox();
	const socket = connect(Number(new URL(url).port), '127.0.0.1');
	const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => undefined));
	await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
	socket.write('POST /api/v1/tools/get_account HTTP/1.1\r\n');
	await close();
	await ended;
});

test('service that offers the tools of the contract answers 404 to the others', async () => {
	const sandbox = await start({ offers: 'contract' });
	expect(await post(sandbox, 'linkedin_to_business_email', hit)).toMatchObject({ status: 200 });
	const other = await post(sandbox, 'linkedin_to_best_email', hit);
	expect([other.status, JSON.parse(other.text)]).toMatchObject([404, { error: { code: 'unknown_tool' } }]);
});
