import { contentFor, RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { searchForPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { searchPeople } from '../../support/api/tools';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import { writeAgentItems } from '../../../nodes/IdentityResolution/actions/write/agentItems';
import { readBody, searchPage } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { customTool } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { lookupOf, type LookupRecord } from '../../../nodes/IdentityResolution/service/lookup';
import { type Step } from '../../../nodes/IdentityResolution/run/route';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { personalEmail } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, MISS, rowOf, SETTINGS } from '../../support/run/settledRows';

const FOUND = found({ email: 'ada@home.test' });
const rowWith = (outcome: Outcome, record: Partial<LookupRecord> = {}) =>
	rowOf(personalEmail, 'ada-example', outcome, record);

/** The items for an agent. */
function itemsOf(rows: SettledRow[], operation = findBest, output: Settings['output'] = 'simplified') {
	const shape = new RowShape(contentFor(operation, ALL_CONTENT), { ...SETTINGS, output }, 'agent');
	return writeAgentItems(rows, shape);
}

it('writeAgentItems returns our columns without nulls, prefix and columns for later runs', () => {
	const items = itemsOf([rowWith(FOUND), rowWith(DEFERRED)]);
	expect(items).toMatchObject([{ pairedItem: { item: 0 } }, { pairedItem: { item: 1 } }]);
	expect(items[0].json).toEqual({
		status: 'found',
		cost: '1 token charged',
		personal_email: 'ada@home.test',
	});
});

it('writeAgentItems names no tool beside what several tools found', () => {
	const [{ json }] = itemsOf([rowWith(FOUND)], resolve, 'everything');
	expect(json).toMatchObject({ personal_email: 'ada@home.test' });
	expect(json).not.toHaveProperty('sources');
});

it('writeAgentItems lists what differs between the results of a search, and counts them once', () => {
	const results = ['Ada', 'Bea'].map((name) => ({ full_name: `${name} Example`, first_name: name }));
	const lookup = lookupOf(searchPeople, searchPage({ query: 'x' }, { limit: 2, offset: 0 }), 'without');
	const page: Step = { ...rowWith(FOUND).steps[0], lookup, outcome: found({ results, total: 9 }) };
	const [{ json }] = itemsOf([{ outcome: DEFERRED, steps: [page] }], searchForPeople, 'everything');
	expect(json).toMatchObject({ total: 9, results: 'full_name\nAda Example\nBea Example' });
	expect(json).not.toHaveProperty('next_page');
});

const DO_NOT_REPEAT = 'Do not repeat this lookup: the result stays the same';
it.each<[string, SettledRow, string]>([
	['no data', rowWith(MISS), `The service has no data on this. ${DO_NOT_REPEAT}`],
	['other data than was wanted', { outcome: MISS, steps: rowWith(FOUND).steps }, DO_NOT_REPEAT],
])('writeAgentItems asks not to repeat a lookup that found %s', (_what, row, reason) => {
	expect(itemsOf([row])[0].json.reason).toBe(reason);
});

it.each(['simplified', 'raw'] as const)('a conflict is its sentence alone, if %s', (output) => {
	const conflict: Outcome = {
		is: 'conflict',
		why: 'Of another',
		answer: { found: true, results: { a: 1 }, metadata: null, at: 0 },
	};
	const row = { ...rowWith(FOUND), outcome: conflict };
	const [{ json }] = itemsOf([row], findBest, output);
	expect(json).toEqual({ status: 'conflict', reason: 'Of another', cost: '1 token charged' });
});

describe('the cost', () => {
	const TWO = '2 tokens charged (estimated)';
	const step = (outcome: Outcome, record: Partial<LookupRecord>) => rowWith(outcome, record).steps[0];
	const paid = step(FOUND, { charged: 3 });
	const unreported = step(FOUND, { charged: null });
	const cached = step(FOUND, { charged: 0, attempts: 0 });
	const miss = step(MISS, { charged: 0 });
	const otherTool = { ...unreported, lookup: lookupOf(customTool('other_tool'), readBody({}), 'without') };
	const page = (offset: number, ...results: object[]): Step => ({
		...unreported,
		lookup: lookupOf(searchPeople, searchPage({ query: 'x' }, { limit: 25, offset }), 'without'),
		outcome: found({ results }),
	});
	const lost = step(FAILED, { charged: null, lostCount: 1 });
	const search = searchForPeople;
	const UNKNOWN = 'Unknown: the service did not report it';

	it.each<[string, Outcome, Step[], string, typeof searchForPeople?]>([
		['is the tokens of all lookups', FOUND, [paid, miss, paid], '6 tokens charged'],
		['is a token per hit if the service reports no tokens', FOUND, [unreported, paid], TWO],
		['is one hit beside a cached answer', FOUND, [cached, unreported], '1 token charged (estimated)'],
		['is nothing for a cached answer', FOUND, [cached], '0 tokens charged: paid for earlier in this execution'],
		['is nothing without a lookup', DEFERRED, [], '0 tokens charged'],
		['is nothing for a miss', MISS, [miss], '0 tokens charged'],
		['lacks a lookup that another row pays', FOUND, [{ ...paid, showsCharge: false }, paid], '3 tokens charged'],
		['is unknown for a lost answer', FAILED, [lost], UNKNOWN],
		['is unknown for a hit after a lost answer', FOUND, [step(FOUND, { charged: 1, lostCount: 1 })], UNKNOWN],
		['is unknown for a tool of unknown price', FOUND, [otherTool], UNKNOWN],
		['is a hit per result', FOUND, [page(0, { id: 1 }, { id: 2 })], TWO, search],
		['is that of all pages', FOUND, [page(0, { id: 1 }), page(25, { id: 1 })], TWO, search],
	])('%s', (_what, outcome, steps, cost, operation = findBest) => {
		expect(itemsOf([{ outcome, steps }], operation)[0].json.cost).toBe(cost);
	});

	it('is the only metadata beside the raw results of a search', () => {
		const outcome = found({ results: [{ id: 1 }, { id: 2 }] });
		if (outcome.is === 'found') outcome.answer.metadata = { tokens_charged: 2 };
		const [{ json }] = itemsOf([{ outcome, steps: [{ ...page(0), outcome }] }], searchForPeople, 'raw');
		expect(json.results).toBe('{"id":1}\n{"id":2}');
	});
});
