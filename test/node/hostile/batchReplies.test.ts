import { hostileServers, type RawAnswer, type Received } from '../../support/wire/hostileServer';
import { column, rowsOf, runOperation } from '../../support/node/nodeRun';
import { inFastTime } from '../../support/node/fastTime';

const start = hostileServers();
inFastTime();

const addressOf = (number: number) => `https://www.linkedin.com/in/person-${number}-example`;
const emailOf = (input: string) => `${input.slice(input.lastIndexOf('/') + 1)}@example.net`;
const rowsFor = (count: number) => Array.from({ length: count }, (_, number) => ({ who: addressOf(number) }));

const json = (body: unknown, status = 200): RawAnswer => ({ status, body: JSON.stringify(body) });
const hit = (input: string) => json({ results: { email: emailOf(input) }, status: 'ok', metadata: {} });
const MISS = { results: { email: null }, status: 'not_found', metadata: {} };
const refused = () => json({ error: { code: 'invalid_input', message: 'No lists here' } }, 422);

async function run(count: number, answer: (received: Received) => RawAnswer, known = false) {
	const service = await start(answer);
	const done = await runOperation(service, {
		resource: 'workEmail',
		operation: 'findByLinkedin',
		parameters: { linkedinUrl: '={{ $json.who }}' },
		options: known ? { knownAnswers: true } : {},
		node: { onError: 'continueRegularOutput' },
		rows: rowsFor(count),
		...(known && { known: [] }),
	});
	return {
		done,
		statuses: column(done, 'enriched_status'),
		emails: column(done, 'enriched_work_email'),
		sizes: service.received.map(({ inputs }) => inputs.length),
	};
}

describe('a reply that names nobody', () => {
	const EMPTY: object[] = [
		{ results: {}, status: 'not_found' },
		{ results: [], status: 'not_found' },
		{ results: null, status: 'not_found' },
		{ status: 'not_found' },
		{ results: { email: null, risk_score: null }, status: 'not_found' },
		{ results: { email: 'N/A' }, status: 'not_found' },
	];

	it.each(EMPTY)('does not make a batch of hits 40 misses: %j', async (body) => {
		const { emails, sizes } = await run(40, ({ inputs }) => (inputs.length > 1 ? json(body) : hit(inputs[0])));
		expect(emails).toEqual(rowsFor(40).map(({ who }) => emailOf(who)));
		// The batch, its probes and the rest alone.
		expect(sizes).toEqual([40, ...Array<number>(40).fill(1)]);
	});

	it('ends batches for the tool: 250 people', async () => {
		const { emails, sizes } = await run(250, ({ inputs }) =>
			inputs.length > 1 ? json({ results: {}, status: 'not_found' }) : hit(inputs[0]),
		);
		expect(emails).toEqual(rowsFor(250).map(({ who }) => emailOf(who)));
		expect(sizes.filter((size) => size > 1)).toEqual([100]);
	});

	it.each([200, 404])('is checked with five lookups once, if it is true: HTTP %p', async (status) => {
		const { statuses, sizes } = await run(250, ({ inputs }) =>
			inputs.length > 1 ? json({ results: {}, status: 'not_found' }, status) : json(MISS, status),
		);
		expect(new Set(statuses)).toEqual(new Set(['not_found']));
		expect(sizes.sort((a, b) => b - a)).toEqual([100, 100, 50, 1, 1, 1, 1, 1]);
	});

	it('is not decided by probes that are refused', async () => {
		let singles = 0;
		const { statuses, emails, sizes } = await run(40, ({ inputs }) => {
			if (inputs.length > 1) return json({ results: {}, status: 'not_found' });
			singles += 1;
			return singles <= 5 ? refused() : hit(inputs[0]);
		});
		expect(statuses.filter((status) => status === 'failed')).toHaveLength(5);
		expect(emails.filter((email) => email !== null)).toHaveLength(35);
		expect(sizes).toHaveLength(41);
	});

	it('leaves every row with an outcome if all probes are refused', async () => {
		const { statuses, sizes } = await run(40, ({ inputs }) =>
			inputs.length > 1 ? json({ results: {}, status: 'not_found' }) : refused(),
		);
		expect(statuses).toEqual(Array(40).fill('failed'));
		expect(sizes).toHaveLength(41);
	});

	it('defers the rest if the probes stop the run', async () => {
		const { statuses, sizes } = await run(40, ({ inputs }) =>
			inputs.length > 1
				? json({ results: {}, status: 'not_found' })
				: json({ error: { code: 'insufficient_tokens', message: 'Empty' } }, 402),
		);
		expect(statuses).toEqual(Array(40).fill('deferred'));
		expect(sizes.length).toBeLessThan(7);
	});

	it('is known only for the lookups that a reply named', async () => {
		const { done } = await run(
			40,
			({ inputs }) => json(inputs.length > 1 ? { results: {}, status: 'not_found' } : MISS),
			true,
		);
		const resumes = rowsOf(done).map((row) => row.enriched_resume);
		expect(resumes.filter((text) => typeof text === 'string' && text !== '')).toHaveLength(5);
	});
});

describe('a refused batch', () => {
	it('of a tool that takes none costs about one request per row', async () => {
		const { emails, sizes } = await run(100, ({ inputs }) => (inputs.length > 1 ? refused() : hit(inputs[0])));
		expect(emails).toEqual(rowsFor(100).map(({ who }) => emailOf(who)));
		expect(sizes.length).toBeLessThanOrEqual(108);
	});

	it('is halved until the bad row stands alone, and the rest is sent in batches', async () => {
		const bad = addressOf(70);
		const { statuses, sizes } = await run(100, ({ inputs }) => {
			if (inputs.includes(bad)) return refused();
			return inputs.length === 1
				? hit(inputs[0])
				: json({ results: inputs.map((input) => ({ input, data: { email: emailOf(input) }, status: 'ok' })) });
		});
		expect(statuses).toEqual(rowsFor(100).map(({ who }) => (who === bad ? 'failed' : 'found')));
		expect(sizes.length).toBeLessThanOrEqual(15);
	});

	it('above a size shows the largest batch', async () => {
		const { statuses, sizes } = await run(300, ({ inputs }) => {
			if (inputs.length > 40) return refused();
			return inputs.length === 1
				? hit(inputs[0])
				: json({ results: inputs.map((input) => ({ input, data: { email: emailOf(input) }, status: 'ok' })) });
		});
		expect(new Set(statuses)).toEqual(new Set(['found']));
		expect(sizes.filter((size) => size > 40)).toEqual([100, 50, 50]);
		expect(sizes.length).toBeLessThanOrEqual(16);
	});
});
