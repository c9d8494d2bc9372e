import { startSandbox } from '../../../dev/sandbox/server';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { sandboxes } from '../../support/node/sandboxes';
import { errorCode, HEADERS, post, PROFILE, urlOf } from '../../support/asking';

const start = sandboxes();
const hit = { linkedin_url: urlOf('test-found') };
const LONG = 600_000;

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
