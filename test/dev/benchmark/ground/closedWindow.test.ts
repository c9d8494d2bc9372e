import { closeWindow, closeWindowAfter } from '../../../../dev/benchmark/ground/closedWindow';
import { startSandbox, type Sandbox } from '../../../../dev/sandbox/server';
import { NOON, SINGLE, urlOf } from '../../sandbox/asking';
import { post } from '../../sandbox/serving';
import { until } from '../../../support/until';

const CLOSED_MS = 20_000;

let sandbox: Sandbox;

const startAt = async (now: number) => {
	sandbox = await startSandbox({ now: () => now });
};

/** Asks about so many people, and tells the HTTP status and the seconds to wait. */
async function ask(people = 1): Promise<[status: number, wait: string | string[] | undefined]> {
	const slugs = Array.from({ length: people }, (_, number) => urlOf(`ada-fernsby-${number}`));
	const { status, headers } = await post(sandbox, SINGLE, { linkedin_urls: slugs });
	return [status, headers['retry-after']];
}

beforeEach(async () => await startAt(NOON));

afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

it('is closed as long as it should be, says so, and opens', async () => {
	closeWindow(sandbox, CLOSED_MS);
	expect(await ask()).toEqual([429, '20']);
	sandbox.advance(CLOSED_MS - 1);
	expect(await ask()).toEqual([429, '1']);
	sandbox.advance(1);
	expect(await ask()).toEqual([200, undefined]);
});

it('opens on a whole second', async () => {
	await sandbox.close();
	await startAt(NOON + 300);
	closeWindow(sandbox, CLOSED_MS);
	sandbox.advance(CLOSED_MS + 699);
	expect((await ask())[0]).toBe(429);
	sandbox.advance(1);
	expect((await ask())[0]).toBe(200);
});

it('is the window of requests alone', async () => {
	closeWindow(sandbox, CLOSED_MS);
	expect((await post(sandbox, SINGLE, { linkedin_urls: [urlOf('ada-fernsby-1')] })).text).toContain(
		'fair_use_requests_exceeded',
	);
});

describe('a watch', () => {
	/** Until the ledger was looked into again so many times. */
	const looks = async (times: number) => {
		const looking = jest.spyOn(sandbox.ledger, 'requests');
		await until(() => looking.mock.calls.length >= times);
		looking.mockRestore();
	};

	it('closes the window once so many lookups were answered', async () => {
		const end = closeWindowAfter(sandbox, 3, CLOSED_MS);
		expect((await ask(2))[0]).toBe(200);
		await looks(3);
		const closing = jest.spyOn(sandbox, 'advance');
		expect((await ask())[0]).toBe(200);
		await until(() => closing.mock.calls.length > 0);
		expect(await ask()).toEqual([429, '20']);
		await end();
	});

	it('does not count what was refused', async () => {
		sandbox.configure({ account: { tokens: 0 } });
		const end = closeWindowAfter(sandbox, 2, CLOSED_MS);
		expect((await ask(5))[0]).toBe(402);
		await looks(3);
		sandbox.configure({ account: { tokens: 9 } });
		expect((await ask())[0]).toBe(200);
		await expect(end()).rejects.toThrow('The window was never closed: fewer than 2 lookups were answered');
	});

	it('closes nothing once it was ended', async () => {
		await expect(closeWindowAfter(sandbox, 1, CLOSED_MS)()).rejects.toThrow('The window was never closed');
		expect((await ask())[0]).toBe(200);
		// One that goes on shows how time passes.
		const end = closeWindowAfter(sandbox, 9, CLOSED_MS);
		await looks(5);
		expect((await ask())[0]).toBe(200);
		await expect(end()).rejects.toThrow('The window was never closed');
	});
});
