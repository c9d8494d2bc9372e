import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { emailOf } from '../../dev/sandbox/people';
import type { SettingsPatch } from '../../dev/sandbox/settings';
import { RESOURCES, TOOLS } from '../../nodes/IdentityResolution/actions/panel/operations';
import { WANT_NAMES } from '../../nodes/IdentityResolution/api/person/wants';
import { hintsOf, runOperation } from '../support/node/nodeRun';
import { people } from '../support/node/resolveRun';
import { sandboxes } from '../support/node/sandboxes';
import { PHONE, PROFILE, WORK } from '../support/node/toolNames';

const start = sandboxes();

const PATHS = RESOURCES.flatMap(({ value, operations }) =>
	operations.flatMap(({ kind, operation }) => (kind === 'lookup' ? [`${value}/${operation}`] : [])),
);

/** Reads every field that an operation may have from the row. */
const PARAMETERS: INodeParameters = {
	linkedinUrl: '={{ $json.linkedin }}',
	email: '={{ $json.email }}',
	hashedEmail: '={{ $json.email }}',
	ipAddress: '={{ $json.ip }}',
	fullName: '={{ $json.name }}',
	company: '={{ $json.company }}',
	query: '={{ $json.query }}',
	limit: '={{ $json.limit }}',
	includeMobilePhone: '={{ $json.phone }}',
	toolName: '={{ $json.tool }}',
	body: '={{ $json.body }}',
};

const PAID = TOOLS.filter(({ family }) => family !== 'free').map(({ name }) => name);
const BODIES: Array<[tool: string, body: IDataObject]> = [
	[WORK, {}],
	[PROFILE, { include_mobile_phone: true }],
	['search_people', { query: 'test-60-results', limit: 25 }],
];

/** Some rows name the same person, by other identifiers, with other columns of an earlier run, or with a phone. */
const row = fc
	.record({
		who: fc.integer({ min: 0, max: 3 }),
		given: fc.subarray(['linkedin', 'email'], { minLength: 1 }),
		earlier: fc.constantFrom({}, { enriched_status: 'deferred', enriched_work_email: 'kept@example.com' }),
		phone: fc.boolean(),
		limit: fc.constantFrom(10, 30, 60),
		call: fc.constantFrom(...BODIES),
	})
	.map(({ who, given, earlier, phone, limit, call: [tool, body] }): { given: string[]; cells: IDataObject } => {
		const { slug, firstName, lastName, company } = people[who];
		const linkedin = `https://www.linkedin.com/in/${slug}`;
		const cells = {
			linkedin,
			email: emailOf(people[who]),
			ip: `198.51.100.${100 + who}`,
			...earlier,
			phone,
			limit,
		};
		const byName = { name: `${firstName} ${lastName}`, company: company.name, query: 'test-60-results' };
		return {
			given,
			cells: { ...cells, ...byName, tool, body: JSON.stringify({ linkedin_url: linkedin, ...body }) },
		};
	});

const world = fc.record({
	rows: fc.array(row, { minLength: 1, maxLength: 6 }),
	want: fc.subarray([...WANT_NAMES], { minLength: 1 }),
	minGrade: fc.constantFrom('any', 'aOrB'),
	prices: fc.dictionary(fc.constantFrom(...PAID), fc.integer({ min: 1, max: 9 })),
	unlistedPrices: fc.oneof(fc.constant([]), fc.constant([PHONE]), fc.subarray(PAID)),
	missingTools: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray([...PAID, 'get_billing'])),
	offers: fc.constantFrom('everything', 'everything', 'contract'),
	toolHitRates: fc.oneof(fc.constant({}), fc.dictionary(fc.constantFrom(...PAID), fc.constantFrom(0, 0.5, 1))),
	personalEmailAvailable: fc.boolean(),
	phoneTokens: fc.constantFrom(0, 2, 1_000),
});

const numberIn = (pattern: RegExp, text: string): number | null => {
	const number = pattern.exec(text)?.[1];
	return number === undefined ? null : Number(number.replaceAll(',', ''));
};

type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

/** Plans a run, and then runs it. Returns what the dry run says, and what the real one costs. */
async function saidAndCost(path: string, { rows, want, minGrade, personalEmailAvailable, phoneTokens, ...set }: World) {
	const [resource, operation] = path.split('/');
	const settings = { ...set, account: { personalEmailAvailable, phoneTokens, tokens: 10_000_000 } } as SettingsPatch;
	const sandbox = await start(settings);
	const isResolve = operation === 'resolve';
	const cells = rows.map(({ given, cells: all }) => {
		const { linkedin, email, ...others } = all;
		const ids = { linkedin, email };
		return isResolve
			? { ...others, ...Object.fromEntries(given.map((name) => [name, ids[name as 'email']])) }
			: all;
	});
	const job = (dryRun: boolean) => ({
		resource,
		operation,
		parameters: { ...PARAMETERS, ...(isResolve && { want }) },
		options: { ...(isResolve && { minGrade }), dryRun },
		rows: cells,
	});
	const dry = await runOperation(sandbox, job(true));
	// A run ends as an error if the plan has no tool for any of its rows.
	const said = dry.error?.message ?? hintsOf(dry).split('\n')[0];
	const { tokensCharged: tokens, phoneTokensCharged: phones } = sandbox.ledger.summary();
	expect([tokens, phones]).toEqual([0, 0]);
	await runOperation(sandbox, job(false));
	const real = sandbox.ledger.summary();
	const charges = sandbox.ledger.charges().reduce((sum, { times }) => sum + times, 0);
	await sandbox.close();
	return { said, tokens: real.tokensCharged, phones: real.phoneTokensCharged, charges };
}

describe('a dry run of', () => {
	it.each(PATHS)(
		'%s never says less than a real run costs, nor more than one in which everything is found',
		async (path) => {
			const numRuns = path === 'person/resolve' ? 600 : 60;
			await fc.assert(
				fc.asyncProperty(world, async (one) => {
					const { said, tokens, phones, charges } = await saidAndCost(path, one);
					const isUnknown =
						/The cost is unknown|The account does not allow it|The plan of the account| 0 distinct lookups/.test(
							said,
						);
					const most = numberIn(/costs at most ([\d,]+) tokens?/, said);
					const least = numberIn(/costs at least ([\d,]+) tokens?/, said);
					if (!isUnknown) expect([most, least]).toContain(null);
					expect(isUnknown || most !== null || least !== null).toBe(true);
					expect(tokens).toBeLessThanOrEqual(most ?? Infinity);
					expect(charges).toBeLessThanOrEqual(
						numberIn(/and ([\d,]+) hits? may be charged/, said) ?? Infinity,
					);
					const mostPhones = numberIn(/that is found, ([\d,]+) at most/, said) ?? (isUnknown ? Infinity : 0);
					// Any body may request a phone.
					if (path !== 'tool/call') expect(phones).toBeLessThanOrEqual(mostPhones);
					const isAllFound = Object.values(one.toolHitRates).every((rate) => rate === 1);
					const isRefused =
						one.missingTools.length > 0 || one.offers === 'contract' || one.phoneTokens < one.rows.length;
					if (isAllFound && !isRefused && least !== null) expect(tokens).toBeGreaterThanOrEqual(least);
				}),
				{ seed: 81, numRuns },
			);
		},
	);
});
