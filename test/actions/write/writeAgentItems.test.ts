import { contentFor, shapeFor } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import type { IExecuteFunctions } from 'n8n-workflow';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import { searchForPeople, searchPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { ExecutionAnswers } from '../../../nodes/IdentityResolution/actions/read/earlierAnswers';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import { writeAgentItems } from '../../../nodes/IdentityResolution/actions/write/writeAgentItems';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { searchPage } from '../../../nodes/IdentityResolution/api/identifiers/searchPage';
import { customTool } from '../../../nodes/IdentityResolution/api/customTool';
import { lookupOf, type LookupRecord, type Step } from '../../../nodes/IdentityResolution/run/lookup';
import { AnswerStore } from '../../../nodes/IdentityResolution/run/answerStore';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { personalEmail } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, MISS, rowOf, SETTINGS } from '../../support/run/settledRows';

const FOUND = found({ email: 'ada@home.test' });

/** The items for an agent. @param context what the node keeps for the execution */
function itemsOf(rows: SettledRow[], operation = findBest, output: Settings['output'] = 'simplified', context = {}) {
	const shape = shapeFor(contentFor(operation, ALL_CONTENT), { ...SETTINGS, output }, 'agent');
	const host = { getContext: () => context } as unknown as IExecuteFunctions;
	return writeAgentItems(rows, shape, new ExecutionAnswers(host, new AnswerStore(null)));
}

const write = (...outcomes: Outcome[]) =>
	itemsOf(
		outcomes.map((outcome) =>
			rowOf(personalEmail, 'ada-example', outcome, { charged: outcome.is === 'found' ? 1 : 0 }),
		),
	);

describe('writeAgentItems', () => {
	it('returns our columns without nulls, prefix and columns for later runs', () => {
		expect(write(FOUND)[0].json).toEqual({
			status: 'found',
			found: true,
			cost: '1 token charged',
			personal_email: 'ada@home.test',
		});
	});

	it('explains a miss', () => {
		expect(write(MISS)[0].json).toEqual({
			status: 'not_found',
			found: false,
			reason: 'The service has no data on this. Do not repeat this lookup: the result stays the same',
			cost: 'Free',
		});
	});

	it('asks not to repeat a lookup that found other data than was wanted', () => {
		const row = { outcome: MISS, steps: rowOf(personalEmail, 'ada-example', FOUND).steps };
		expect(itemsOf([row])[0].json.reason).toBe('Do not repeat this lookup: the result stays the same');
	});

	const step = (tool: Tool, outcome: Outcome, record: Partial<LookupRecord>) =>
		rowOf(tool, 'ada-example', outcome, record).steps[0];
	const hit = (record: Partial<LookupRecord>) => step(personalEmail, FOUND, record);
	const paid = hit({ charged: 3 });
	const unreported = hit({ charged: null });
	const cached = hit({ charged: 0, attempts: 0 });
	const otherTool = { ...unreported, lookup: lookupOf(customTool('other_tool'), readBody({}), 'without') };
	const page: Step = {
		...unreported,
		lookup: lookupOf(searchPeople, searchPage({ query: 'x' }, { limit: 25, offset: 0 }), 'without'),
		outcome: found({ results: [{ id: 1 }, { id: 2 }, { id: 3 }] }),
	};
	const lost = step(personalEmail, FAILED, { charged: null, lostCount: 1 });
	const UNKNOWN = 'Unknown: the service did not report it';
	it.each<[string, Outcome, Step[], string]>([
		[
			'the tokens of all lookups',
			FOUND,
			[paid, step(personalEmail, MISS, { charged: 0 }), paid],
			'6 tokens charged',
		],
		['hits if the service reports no tokens', FOUND, [unreported, paid], '2 hits charged'],
		['one hit beside a cached answer', FOUND, [cached, unreported], '1 hit charged'],
		['a cached answer as free', FOUND, [cached], 'Free: paid for earlier in this execution'],
		['a row without a lookup as free', DEFERRED, [], 'Free'],
		[
			'no charge for a lookup that another row pays',
			FOUND,
			[{ ...paid, showsCharge: false }, paid],
			'3 tokens charged',
		],
		['a lost answer as unknown', FAILED, [lost], UNKNOWN],
		['a hit after a lost answer as unknown', FOUND, [hit({ charged: 1, lostCount: 1 })], UNKNOWN],
		['each result of a search as a hit', FOUND, [page, page], '6 hits charged'],
		['a tool of unknown price as unknown', FOUND, [otherTool], UNKNOWN],
	])('reports %s', (_what, outcome, steps, cost) => {
		expect(itemsOf([{ outcome, steps }])[0].json.cost).toBe(cost);
	});

	it('reports what all pages of a search cost, also if only one result is new', () => {
		const single = { ...page, outcome: found({ results: [{ id: 1 }] }) };
		const steps = [single, { ...single, lookup: { ...single.lookup, key: 'second' } }];
		const [{ json }] = itemsOf([{ outcome: single.outcome, steps }], searchForPeople);
		expect(json.cost).toBe('2 hits charged');
	});

	it('does not repeat the metadata of the reply for each raw result of a search', () => {
		const outcome = found({ results: [{ id: 1 }, { id: 2 }] });
		if (outcome.is === 'found') outcome.answer.metadata = { tokens_charged: 2 };
		const [{ json }] = itemsOf([{ outcome, steps: [{ ...page, outcome }] }], searchForPeople, 'raw');
		expect(json.results).toBe('{"id":1}\n{"id":2}');
	});

	it('links each item to its input', () => {
		expect(write(FOUND, MISS).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('keeps the answers for later calls', () => {
		const context = {};
		itemsOf([rowOf(personalEmail, 'ada-example', FOUND)], findBest, 'simplified', context);
		expect(context).toMatchObject({ answers: [{ results: { email: 'ada@home.test' } }] });
	});
});
