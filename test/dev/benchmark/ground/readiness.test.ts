import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadinessWatch } from '../../../../dev/benchmark/ground/readiness';
import { until } from '../../../support/until';

const PATH = '/healthz/readiness';

let server: Server;
let asked: Array<string | undefined>;
let answer: RequestListener;

const watchOf = (watched: Server) => new ReadinessWatch(`http://127.0.0.1:${(watched.address() as AddressInfo).port}`);

/** Watches the server until it was asked so many times. */
async function watch(times: number) {
	const watching = watchOf(server);
	await until(() => asked.length >= times);
	return await watching.stop();
}

const answerWith =
	(status: number): RequestListener =>
	(_request, response) =>
		response.writeHead(status).end();

beforeEach(async () => {
	asked = [];
	answer = answerWith(200);
	server = createServer((request, response) => {
		asked.push(request.url);
		answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

it('asks an n8n that is ready again and again', async () => {
	const { asked: times, failed, slowest } = await watch(3);
	expect(asked).toEqual(Array(times).fill(PATH));
	expect(times).toBeGreaterThanOrEqual(3);
	expect(failed).toBe(0);
	expect(slowest).toBeGreaterThan(0);
});

it('counts each time that it is not ready', async () => {
	answer = (request, response) => answerWith(asked.length === 2 ? 200 : 503)(request, response);
	const { asked: times, failed } = await watch(3);
	expect(failed).toBe(times - 1);
});

it('counts an answer that does not come', async () => {
	answer = (request) => request.destroy();
	const { asked: times, failed } = await watch(1);
	expect(times).toBeGreaterThanOrEqual(1);
	expect(failed).toBe(times);
});

it('tells the slowest answer', async () => {
	const late = 200;
	answer = (request, response) => {
		if (asked.length === 1) setTimeout(() => answerWith(200)(request, response), late);
		else answerWith(200)(request, response);
	};
	// A timer may be a ms early by the other clock.
	expect((await watch(2)).slowest).toBeGreaterThanOrEqual(late - 2);
});

it('stops once the answer that is under way has come, and asks no more', async () => {
	let finish = (): void => undefined;
	answer = (request, response) => {
		finish = () => answerWith(200)(request, response);
	};
	const watching = watchOf(server);
	await until(() => asked.length > 0);
	const stopped = jest.fn();
	const stopping = watching.stop().finally(stopped);
	await sleep(50);
	expect(stopped).not.toHaveBeenCalled();
	finish();
	expect((await stopping).asked).toBe(1);
	expect(asked).toHaveLength(1);
});
