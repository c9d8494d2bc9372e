import fc from 'fast-check';
import { ALL_CONTENT } from '../../nodes/IdentityResolution/actions/write/content';
import { routerFor, type ReadContext } from '../../nodes/IdentityResolution/actions/read/router';
import { contentFor, shapeFor } from '../../nodes/IdentityResolution/actions/write/rowShape';
import type { INodeExecutionData } from 'n8n-workflow';
import { writeAgentItems } from '../../nodes/IdentityResolution/actions/write/writeRows';
import { driftHint } from '../../nodes/IdentityResolution/actions/tell/hints';
import { summaryHint } from '../../nodes/IdentityResolution/actions/tell/summary';
import { ROUTE_SETTINGS } from '../support/actions/routeSettings';
import { LOOKUPS } from '../../nodes/IdentityResolution/actions/panel/operations';
import { WANT_NAMES } from '../../nodes/IdentityResolution/api/person/wants';
import type { Settings } from '../../nodes/IdentityResolution/actions/read/settings';
import { writeRow } from '../../nodes/IdentityResolution/actions/write/writeRows';
import { hostileReplies, oddJson, profileUrl, REQUESTED } from '../support/api/hostileAnswers';
import { pollution } from '../support/hostilePrototypes';
import { SETTINGS, tallyOf } from '../support/run/settledRows';
import { hit, http } from '../support/api/replies';
import { simulate } from '../support/virtual/virtualRun';
import { errorJson, errorOf, isError } from '../../nodes/IdentityResolution/actions/write/rowErrors';

const routeSettings: ReadContext = { ...ROUTE_SETTINGS, wants: WANT_NAMES };

/** Rows with every kind of identifier, and columns of an earlier run. */
const items: INodeExecutionData[] = REQUESTED.map((slug, id) => ({
	json: {
		id,
		slug,
		enriched_status: 'found',
		enriched_sources: 'profile: x',
		enriched_company_website_url: 'https://example.com',
	},
}));
const cellsOf = (slug: string): Record<string, unknown> => ({
	linkedinUrl: profileUrl(slug),
	email: `${slug}@example.com`,
	hashedEmail: `${slug}@example.com`,
	includeMobilePhone: true,
	toolName: 'any_tool',
	body: { slug },
});

/** Fields that columns read, and names that JavaScript or n8n treat specially. */
const FIELDS = [
	...['title', 'email', 'personal_emails', 'personal_emails_status', 'work_email_confirmed', 'company'],
	...['company_revenue', 'mobile_phone', 'linkedin_url', 'linkedinurl', '__proto__', 'constructor', 'error'],
];

const replies = fc.array(
	fc.oneof(
		{ weight: 1, arbitrary: hostileReplies.map(({ status, body }) => http(status, body)) },
		// Valid answers with arbitrary field values.
		{
			weight: 2,
			arbitrary: fc
				.array(fc.tuple(fc.constantFrom(...FIELDS), oddJson), { maxLength: 6 })
				.map((fields) => hit(Object.fromEntries(fields))),
		},
	),
	{ minLength: 1, maxLength: 4 },
);

const scenarios = fc.record({
	operation: fc.constantFrom(...LOOKUPS),
	output: fc.constantFrom<Settings['output']>('simplified', 'raw'),
	script: replies,
});

async function runScenario({ operation, output, script }: typeof scenarios extends fc.Arbitrary<infer T> ? T : never) {
	const router = routerFor(operation, routeSettings);
	const routes = REQUESTED.map((slug) => router({ values: cellsOf(slug), failures: [] }, {}));
	const run = await simulate(routes, {
		script: ({ nth }) => script[nth % script.length],
		limits: { maxWait: 0 },
	});
	const shape = shapeFor(
		contentFor(operation, { ...ALL_CONTENT, wants: routeSettings.wants }),
		{ ...SETTINGS, output, includeLookupDetails: true },
		'workflow',
	);
	return { run, rows: run.rows, shape };
}

/** Describes values that JSON would drop, change or reject. Infinity is allowed, because JSON.parse can return it. */
function notPlain(value: unknown, path = 'json'): string[] {
	if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return [];
	if (Array.isArray(value)) return value.flatMap((part, place) => notPlain(part, `${path}[${place}]`));
	if (typeof value !== 'object') return [`${path} is ${typeof value}`];
	if (Object.getPrototypeOf(value) !== Object.prototype) return [`${path} has another prototype`];
	return Object.entries(value).flatMap(([name, part]) => notPlain(part, `${path}.${name}`));
}

const RUNS = { seed: 703, numRuns: 1_500 };

describe('for any response', () => {
	it('a row is plain data, keeps its input fields, and never looks failed to n8n', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios, async (scenario) => {
				const { rows, shape } = await runScenario(scenario);
				rows.forEach((row, place) => {
					const { json, pairedItem } = writeRow(items[place], place, row, shape);
					expect(notPlain(json)).toEqual([]);
					expect(() => JSON.stringify(json)).not.toThrow();
					expect(json).toMatchObject({ id: place, slug: REQUESTED[place], enriched_status: row.outcome.is });
					expect(pairedItem).toEqual({ item: place });
					expect(Object.hasOwn(json, 'error')).toBe(false);
					const cells = Object.entries(json).filter(([name]) => name !== 'enriched_lookup');
					if (scenario.output !== 'raw' && scenario.operation.tools.length > 0)
						expect(cells.filter(([, cell]) => typeof cell === 'object' && cell !== null)).toEqual([]);
					if (scenario.output !== 'raw')
						expect(cells.filter(([, cell]) => /^-?Infinity$/.test(String(cell)))).toEqual([]);
				});
				expect(pollution()).toEqual([]);
			}),
			RUNS,
		);
	});

	it('error items, items for agents and hints are plain data of limited length', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios, async (scenario) => {
				const { run, rows, shape } = await runScenario(scenario);
				for (const row of rows.filter(({ outcome }) =>
					isError(outcome, { onNotFound: 'error', onLimit: 'error', onBlocked: 'defer' }),
				)) {
					const json = errorJson(errorOf(row));
					expect([Object.keys(json), notPlain(json)]).toEqual([['error'], []]);
					expect(JSON.stringify(json).length).toBeLessThan(4_000);
				}
				for (const { json } of writeAgentItems(rows, shape)) expect(notPlain(json)).toEqual([]);
				for (const { message } of [summaryHint(run, tallyOf(run)), driftHint(run.stats.drift)])
					expect(message.length).toBeLessThan(2_000);
			}),
			{ ...RUNS, numRuns: 500 },
		);
	});
});
