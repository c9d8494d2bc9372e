import { jsonAnswer, okAnswer } from '../../support/node/answers';
import { inFastTime } from '../../support/node/fastTime';
import { findBest } from '../../support/node/findBestRun';
import { column, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { hostileServers, type RawAnswer } from '../../support/wire/hostileServer';

const start = hostileServers();
inFastTime();

const namesFor = (count: number) => Array.from({ length: count }, (_, number) => `person-${number}-example`);
const emailOf = (input: string) => `${input.slice(input.lastIndexOf('/') + 1)}@example.net`;
const ones = (count: number) => Array<number>(count).fill(1);

const hit = (input: string) => okAnswer({ email: emailOf(input) });
const hits = (inputs: string[]) =>
	inputs.length === 1
		? hit(inputs[0])
		: okAnswer(inputs.map((input) => ({ input, data: { email: emailOf(input) }, status: 'ok' })));
const refused = () => jsonAnswer({ error: { code: 'invalid_input', message: 'No lists here' } }, 422);
/** A miss that does not say whose: of a single lookup, or of a whole batch. */
const miss = (results: object | null = {}) => okAnswer(results, { status: 'not_found' });

const KNOWN = { known: [], options: { knownAnswers: true } };

async function run(count: number, answer: (inputs: string[]) => RawAnswer, more: Partial<OperationRun> = {}) {
	const service = await start(({ inputs }) => answer(inputs));
	const node = { onError: 'continueRegularOutput' } as const;
	const done = await runOperation(service, findBest(namesFor(count), { node, ...more }));
	return {
		statuses: column(done, 'enriched_status'),
		emails: column(done, 'enriched_personal_email'),
		texts: column(done, 'enriched_answers'),
		sizes: service.received.map(({ inputs }) => inputs.length),
	};
}

it('a value that a firewall refuses fails its own row, wherever it stands', async () => {
	for (const place of [0, 42, 119]) {
		const disliked = namesFor(120)[place];
		const { statuses } = await run(120, (inputs) =>
			inputs.some((input) => input.endsWith(disliked))
				? { status: 403, body: '<html>Forbidden</html>' }
				: hits(inputs),
		);
		expect(statuses).toEqual(statuses.map((_, index) => (index === place ? 'failed' : 'found')));
	}
});

describe('a reply that names nobody', () => {
	it.each<[object | null, number, number[]]>([
		[{}, 40, [40, ...ones(40)]],
		[[], 40, [40, ...ones(40)]],
		[null, 40, [40, ...ones(40)]],
		[{ email: 'N/A', risk_score: null }, 40, [40, ...ones(40)]],
		// It also ends batches for the tool.
		[{}, 250, [100, ...ones(250)]],
	])('does not make a batch of hits misses: %j for %i people', async (results, count, requests) => {
		const { emails, sizes } = await run(count, (inputs) => (inputs.length > 1 ? miss(results) : hit(inputs[0])));
		expect(emails).toEqual(namesFor(count).map(emailOf));
		expect(sizes).toEqual(requests);
	});

	it('is checked with five lookups once, if it is true', async () => {
		const { statuses, sizes } = await run(250, () => miss());
		expect(new Set(statuses)).toEqual(new Set(['not_found']));
		expect(sizes.sort((a, b) => b - a)).toEqual([100, 100, 50, ...ones(5)]);
	});

	it('defers the rest if the probes stop the run', async () => {
		const { statuses, sizes } = await run(40, (inputs) =>
			inputs.length > 1 ? miss() : jsonAnswer({ error: { code: 'insufficient_tokens', message: 'Empty' } }, 402),
		);
		expect(statuses).toEqual(Array(40).fill('deferred'));
		expect(sizes.length).toBeLessThan(7);
	});

	it('is known only for the lookups that a reply named', async () => {
		const { texts } = await run(40, () => miss(), KNOWN);
		expect(texts.filter((text) => typeof text === 'string' && text !== '')).toHaveLength(5);
	});
});

describe('a refused batch', () => {
	it('of a tool that takes none costs about one request per row', async () => {
		const { emails, sizes } = await run(100, (inputs) => (inputs.length > 1 ? refused() : hit(inputs[0])));
		expect(emails).toEqual(namesFor(100).map(emailOf));
		expect(sizes.length).toBeLessThanOrEqual(108);
	});

	it('above a size shows the largest batch', async () => {
		const { statuses, sizes } = await run(300, (inputs) => (inputs.length > 40 ? refused() : hits(inputs)));
		expect(new Set(statuses)).toEqual(new Set(['found']));
		expect(sizes.filter((size) => size > 40)).toEqual([100, 50, 50]);
		expect(sizes.length).toBeLessThanOrEqual(16);
	});
});
