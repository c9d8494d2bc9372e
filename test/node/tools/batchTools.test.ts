import { findBest } from '../../support/node/findBestRun';
import { column, runOperation } from '../../support/node/nodeRun';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();

/** Every operation whose tool accepts batches. */
const BATCHING = [
	['workEmail', 'findByLinkedin', 'work_email'],
	['email', 'findBest', 'work_email'],
	['personalEmail', 'findAny', 'personal_email'],
	['personalEmail', 'findBest', 'personal_email'],
	['mobilePhone', 'findByLinkedin', 'mobile_phone'],
] as const;
const NAMES = ['ada', 'bea', 'cyd', 'dan', 'eve'].map((name) => `${name}-fernsby-101`);

const jobFor = (resource: string, operation: string, names: readonly string[]) => ({
	...findBest(names),
	resource,
	operation,
});

describe.each(BATCHING)('%s / %s', (resource, operation, shows) => {
	it.each(['echo', 'nested', 'data', 'keyed'] as const)(
		'matches the rows of a batch of the shape %s',
		async (shape) => {
			const sandbox = await start({ batchShape: shape, batchOrder: 'shuffled' });
			const run = await runOperation(
				sandbox,
				jobFor(resource, operation, [...NAMES, 'test-not-found', NAMES[0]]),
			);
			const expected = [...NAMES.map(() => 'found'), 'not_found', 'found'];
			expect(column(run, 'enriched_status')).toEqual(expected);
			const oneByOne = await start({ batchShape: 'positional' });
			const single = await runOperation(oneByOne, jobFor(resource, operation, NAMES));
			expect(column(run, `enriched_${shows}`).slice(0, NAMES.length)).toEqual(
				column(single, `enriched_${shows}`),
			);
			expect(sandbox.ledger.requests()[0].keys).toHaveLength(6);
		},
	);

	it('looks up rows without an echo one by one', async () => {
		const sandbox = await start({ batchShape: 'positional' });
		const run = await runOperation(sandbox, jobFor(resource, operation, NAMES));
		expect(column(run, 'enriched_status')).toEqual(NAMES.map(() => 'found'));
		expect(sandbox.ledger.summary().requests).toBe(1 + NAMES.length);
	});

	it('halves a refused batch until the refused value is alone', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, jobFor(resource, operation, [...NAMES, 'test-invalid']));
		expect(column(run, 'enriched_status')).toEqual([...NAMES.map(() => 'found'), 'failed']);
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});

	it('keeps the answers of a batch that the balance cuts', async () => {
		const sandbox = await start({ account: { tokens: 2 } });
		const run = await runOperation(sandbox, jobFor(resource, operation, NAMES));
		expect(column(run, 'enriched_status')).toEqual(['found', 'found', 'deferred', 'deferred', 'deferred']);
		expect(sandbox.ledger.summary().tokensCharged).toBe(2);
	});
});

describe('mobilePhone / findByLinkedin', () => {
	it('defers the rest when the phone tokens are used up', async () => {
		const sandbox = await start({ account: { phoneTokens: 2 } });
		const run = await runOperation(sandbox, jobFor('mobilePhone', 'findByLinkedin', NAMES));
		expect(column(run, 'enriched_status')).toEqual(['found', 'found', 'deferred', 'deferred', 'deferred']);
		expect(column(run, 'enriched_reason')[2]).toMatch(/^insufficient_phone_tokens: /);
		expect(sandbox.ledger.summary()).toMatchObject({ phoneTokensCharged: 2, chargedMoreThanOnce: [] });
	});

	it('returns a profile without a phone as a miss', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, jobFor('mobilePhone', 'findByLinkedin', ['test-no-phone']));
		expect(column(run, 'enriched_status')).toEqual(['not_found']);
	});
});

it('email / findBest fills the columns of the type that the service returns', async () => {
	const sandbox = await start();
	const run = await runOperation(sandbox, jobFor('email', 'findBest', [NAMES[0]]));
	expect(column(run, 'enriched_work_email')).toEqual([expect.stringContaining('@')]);
	expect(column(run, 'enriched_personal_email')).toEqual([null]);
});
