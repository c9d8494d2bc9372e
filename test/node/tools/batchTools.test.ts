import type { Sandbox } from '../../../dev/sandbox/server';
import { findBest } from '../../support/node/findBestRun';
import { column, hintsOf, runOperation } from '../../support/node/nodeRun';
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

const NO_ROOM = ['found', 'found', 'deferred', 'deferred', 'deferred'];

describe.each(BATCHING)('%s / %s', (resource, operation, shows) => {
	const run = async (sandbox: Sandbox, names = NAMES) =>
		await runOperation(sandbox, { ...findBest(names), resource, operation });

	it('matches the rows of a batch, or looks them up one by one if they have no echo', async () => {
		const sandbox = await start({ batchShape: 'keyed', batchOrder: 'shuffled' });
		const batch = await run(sandbox, [...NAMES, 'test-not-found', NAMES[0]]);
		expect(column(batch, 'enriched_status')).toEqual([...NAMES.map(() => 'found'), 'not_found', 'found']);
		expect(sandbox.ledger.requests()[0].keys).toHaveLength(6);

		const withoutEcho = await start({ batchShape: 'positional' });
		const single = await run(withoutEcho);
		expect(withoutEcho.ledger.summary().requests).toBe(1 + NAMES.length);
		const emails = column(single, `enriched_${shows}`);
		expect(emails).toEqual(NAMES.map(() => expect.any(String) as string));
		expect(column(batch, `enriched_${shows}`)).toEqual([...emails, null, emails[0]]);
	});
});

it('mobilePhone / findByLinkedin defers the rest when the phone tokens are used up, and no phone is a miss', async () => {
	const sandbox = await start({ account: { phoneTokens: 2 } });
	const job = { ...findBest(['test-no-phone', ...NAMES]), resource: 'mobilePhone', operation: 'findByLinkedin' };
	const run = await runOperation(sandbox, job);
	expect(column(run, 'enriched_status')).toEqual(['not_found', ...NO_ROOM]);
	expect(column(run, 'enriched_reason')[3]).toMatch(/^insufficient_phone_tokens: .* Top them up, then run this row/);
	expect(hintsOf(run)).toContain('The phone tokens are used up, so the other rows were deferred.');
	expect(sandbox.ledger.summary()).toMatchObject({ phoneTokensCharged: 2, chargedMoreThanOnce: [] });
});
