import { emailOf } from '../../../dev/sandbox/people';
import type { IDataObject } from 'n8n-workflow';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { column, rowsOf, runOperation } from '../../support/node/nodeRun';
import { people, resolve, SERVICES } from '../../support/node/resolveRun';
import { BEST, HEM, HEM_TO_LINKEDIN, PHONE, PROFILE, REVERSE, TO_LINKEDIN, WORK } from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';
import { inFastTime } from '../../support/node/fastTime';

const start = sandboxes();

const rows = people.slice(0, 400).map((person) => ({ email: emailOf(person) }));

const node = { onError: 'continueRegularOutput' } as const;

describe.each(SERVICES)('with $service,', ({ offers, profileTool }) => {
	it.each<[string, string, SettingsPatch, [string, number[]], { everything: number; contract: number }]>([
		// A reply of the contract's tool may have the email of the row itself as a hash.
		[
			'personalEmail',
			'is not in the plan',
			{ account: { personalEmailAvailable: false } },
			// The free account says so.
			[BEST, []],
			{ everything: 150, contract: 56 },
		],
		['workEmail', 'does not exist', { missingTools: [WORK] }, [WORK, [1]], { everything: 150, contract: 150 }],
	])(
		'rows that want %s use another tool once the one made for it %s',
		async (want, _why, settings, [closed, requests], profiles) => {
			const sandbox = await start({ offers, ...settings });
			const run = await runOperation(sandbox, resolve([want], rows.slice(0, 150), { node }));
			expect(new Set(column(run, 'enriched_status'))).toEqual(new Set(['found']));
			expect(sandbox.ledger.summary()).toMatchObject({
				chargedMoreThanOnce: [],
				byTool: { [profileTool]: { 200: 150 }, [PROFILE]: { 200: profiles[offers] } },
			});
			expect(Object.values(sandbox.ledger.summary().byTool[closed] ?? {})).toEqual(requests);
		},
	);

	it('rows that no tool can finish pay nothing if the tools do not exist, and say why', async () => {
		const sandbox = await start({ offers, missingTools: [WORK, PROFILE, 'reverse_linkedin_lookup'] });
		const first = resolve(['workEmail'], [{ linkedin: 'https://www.linkedin.com/in/test-found' }, ...rows], {
			options: { concurrency: 1 },
			node,
		});
		const run = await runOperation(sandbox, first);
		expect(column(run, 'enriched_reason').at(-1)).toMatch(/^unknown_tool: /);
		expect(sandbox.ledger.summary().tokensCharged).toBeLessThan(110);
	});

	describe('after a tool that fails', () => {
		inFastTime();

		it('a row whose MD5 was paid for is not charged again', async () => {
			const sandbox = await start({
				offers,
				toolHitRates: { [REVERSE]: 0, [TO_LINKEDIN]: 0 },
				faults: [WORK, PROFILE].map((tool) => ({ kind: 'internal_error', tool })),
			});
			const job = (known: IDataObject[]) =>
				resolve(['workEmail'], rows.slice(0, 1), { node, known, options: { knownAnswers: true } });
			const [first] = rowsOf(await runOperation(sandbox, job([])));
			expect(sandbox.ledger.summary().byTool).toHaveProperty(offers === 'contract' ? HEM : HEM_TO_LINKEDIN);
			sandbox.configure({ faults: [] });
			const [second] = rowsOf(await runOperation(sandbox, job([first])));
			expect(second).toMatchObject({ enriched_status: 'found', enriched_work_email: people[0].workEmail });
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		});
	});

	it('rows do not pay for more LinkedIn profiles once the account has no phone tokens', async () => {
		const sandbox = await start({ offers, account: { phoneTokens: 0 } });
		const run = await runOperation(sandbox, resolve(['mobilePhone'], rows, { node }));
		expect(new Set(column(run, 'enriched_status'))).toEqual(new Set(['deferred']));
		expect(new Set(column(run, 'enriched_reason').map((reason) => String(reason).split(':')[0]))).toEqual(
			new Set(['insufficient_phone_tokens']),
		);
		const { byTool, tokensCharged } = sandbox.ledger.summary();
		expect(Object.values(byTool[PHONE])).toEqual([1]);
		// The first batch goes out when 100 profiles are known. The contract lacks its tool, and another is refused.
		expect(tokensCharged).toBeLessThan(offers === 'contract' ? 200 : 150);
		expect(Object.keys(byTool)).toContain(profileTool);
	});
});
