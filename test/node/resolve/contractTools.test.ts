import type { INodeParameters } from 'n8n-workflow';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { emailOf } from '../../../dev/sandbox/people';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { column, hintsOf, runOperation } from '../../support/node/nodeRun';
import { byTool, people, resolve } from '../../support/node/resolveRun';
import {
	ANY,
	BEST,
	HEM,
	HEM_TO_LINKEDIN,
	PHONE,
	PROFILE,
	REVERSE,
	TO_LINKEDIN,
	WORK,
} from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';

/** A service that has the tools of the contract, and answers 404 to all others (contract: Errors). */
const CONTRACT: SettingsPatch = { offers: 'contract' };
const NOT_IN_CONTRACT = [ANY, PHONE, TO_LINKEDIN, HEM_TO_LINKEDIN];
const CONCURRENCY = 5;
const node = { onError: 'continueRegularOutput' } as const;

const start = sandboxes();

const rows = people.slice(0, 45).map((person, row) => {
	if (row % 3 === 0) return { linkedin: `https://www.linkedin.com/in/${person.slug}`, email: '' };
	return { linkedin: '', email: row % 3 === 1 ? emailOf(person) : md5OfEmail(emailOf(person)) };
});

describe('with only the tools of the contract', () => {
	it.each(['workEmail', 'personalEmail', 'anyEmail', 'mobilePhone', 'linkedinProfile', 'company', 'profile'])(
		'%s is found by the tools that there are',
		async (want) => {
			const sandbox = await start(CONTRACT);
			const run = await runOperation(sandbox, resolve([want], rows, { node }));
			const statuses = column(run, 'enriched_status');
			expect(statuses.filter((status) => status === 'found').length).toBeGreaterThan(29);
			expect(statuses.filter((status) => status !== 'found' && status !== 'skipped')).toEqual([]);
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		},
	);

	it.each(['workEmail', 'anyEmail', 'mobilePhone', 'linkedinProfile'])(
		'a miss is not found, and names the tools once: %s',
		async (want) => {
			const sandbox = await start({
				...CONTRACT,
				toolHitRates: Object.fromEntries([REVERSE, HEM, PROFILE, WORK, BEST].map((tool) => [tool, 0])),
			});
			const emails = people.slice(0, 30).map((person) => ({ email: emailOf(person) }));
			const run = await runOperation(
				sandbox,
				resolve([want], emails, { node, options: { concurrency: CONCURRENCY } }),
			);
			expect(new Set(column(run, 'enriched_status'))).toEqual(new Set(['not_found']));
			const requests = byTool(sandbox);
			const unoffered = Object.keys(requests).filter((tool) => NOT_IN_CONTRACT.includes(tool));
			// Requests that were in flight before the first answer.
			for (const tool of unoffered) expect(requests[tool]).toBeLessThanOrEqual(CONCURRENCY);
			const texts = hintsOf(run)
				.split('\n')
				.filter((text) => text.includes('does not offer'));
			expect(texts).toHaveLength(1);
			for (const tool of unoffered) expect(texts[0].split(tool)).toHaveLength(2);
			expect(run.hints.map(({ type }) => type)).not.toContain('danger');
		},
	);
});

describe('60 tokens for 100 emails of which each needs one for the profile and two for the work email', () => {
	const emails = people.slice(0, 100).map((person) => ({ email: emailOf(person) }));
	const finished = async (service: { url: string; key: string }, options: INodeParameters) => {
		const run = await runOperation(service, resolve(['workEmail'], emails, { options, node }));
		expect(column(run, 'enriched_status')).toHaveLength(100);
		return column(run, 'enriched_work_email').filter(Boolean).length;
	};

	it.each<[string, number, INodeParameters]>([
		['balance', 60, {}],
		['Max Tokens', 1_000, { maxTokens: 60 }],
	])('finish 20 rows that only the profile tool can finish: %s', async (_what, tokens, limits) => {
		const settings = { account: { tokens }, missingTools: [WORK], prices: { [PROFILE]: 2 } };
		const sandbox = await start({ ...CONTRACT, ...settings });
		expect([await finished(sandbox, limits), sandbox.ledger.summary().tokensCharged]).toEqual([20, 60]);
	});

	it('finish 20 rows of a balance one by one if the work email does not report its price', async () => {
		const sandbox = await start({ ...CONTRACT, prices: { [WORK]: 2 }, account: { tokens: 60 } });
		expect(await finished(sandbox, { concurrency: 1 })).toBe(20);
	});
});
