import { startCollector, type Collector, type Expecting } from '../../../../dev/benchmark/ground/collector';
import type { CameOut } from '../../../../dev/benchmark/judge';
import { makeSheet } from '../../../../dev/benchmark/sheet';
import { until } from '../../../support/until';

const SHEET = makeSheet(3, 0);

let collector: Collector;

beforeEach(async () => {
	collector = await startCollector();
});

afterEach(async () => await collector.close());

const nothing = async () => await Promise.resolve();

/** A run, and what was heard of it. */
function expectRun(run: Partial<Expecting> = {}) {
	const receipts: CameOut[][] = [];
	const onReceipt = (rows: CameOut[]) => receipts.push(rows);
	return { receipts, url: collector.expect({ rows: SHEET, onStart: nothing, onEnd: nothing, onReceipt, ...run }) };
}

const post = async (url: string, body?: unknown) =>
	await fetch(url, {
		method: 'POST',
		...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
	});

it('hands out the rows', async () => {
	const { url } = expectRun();
	expect(await (await fetch(`${url}/rows`)).json()).toEqual(SHEET);
});

it.each(['start', 'end'] as const)('answers to the %s only once what is to be done then was done', async (mark) => {
	let finish = (): void => undefined;
	const work = jest.fn(
		() =>
			new Promise<void>((resolve) => {
				finish = resolve;
			}),
	);
	const { url } = expectRun(mark === 'start' ? { onStart: work } : { onEnd: work });
	const answered = jest.fn();
	const answer = post(`${url}/${mark}`).finally(answered);
	await until(() => work.mock.calls.length > 0);
	// An answer would have come before that to a later question.
	await fetch(`${url}/rows`);
	expect(answered).not.toHaveBeenCalled();
	finish();
	expect((await answer).status).toBe(200);
});

it('takes what came out, however large it is', async () => {
	const { url, receipts } = expectRun();
	const rows = Array.from({ length: 50_000 }, (_, place): CameOut => ({
		id: place + 1,
		status: 'found',
		answer: `person-${place}@example.com`,
	}));
	expect((await post(`${url}/receipt`, rows)).status).toBe(200);
	expect(receipts).toEqual([rows]);
});

it('keeps runs apart', async () => {
	const [one, other] = [expectRun(), expectRun({ rows: [] })];
	expect(await (await fetch(`${other.url}/rows`)).json()).toEqual([]);
	await post(`${one.url}/receipt`, []);
	expect([one.receipts, other.receipts]).toEqual([[[]], []]);
});

it('refuses a run that nobody expects', async () => {
	const { url } = expectRun();
	const response = await post(new URL('/another/start', url).href);
	expect(response.status).toBe(500);
	expect(await response.text()).toContain('Nobody expects this run');
});
