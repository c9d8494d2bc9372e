import type { IDataObject } from 'n8n-workflow';
import { contentFor, RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import { layoutOf } from '../../../nodes/IdentityResolution/actions/spec/columns';
import { findByLinkedin } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import { STATUS_COLUMNS } from '../../../nodes/IdentityResolution/actions/spec/columns';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { call } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import { businessProfile, personalEmail } from '../../support/run/lookups';
import { DEFERRED, found, MISS, NOON, rowOf, SETTINGS } from '../../support/run/settledRows';

const shapeOf = (settings: Partial<Settings>, caller: 'workflow' | 'agent' = 'workflow', operation = findBest) =>
	new RowShape(contentFor(operation, ALL_CONTENT), { ...SETTINGS, ...settings }, caller);

const inputOf = (all: boolean) => expect.objectContaining({ all }) as unknown;
it.each<[string, 'workflow' | 'agent', Partial<Settings>, object]>([
	['keeps the input by default', 'workflow', {}, { input: inputOf(true), prefix: 'enriched_', details: null }],
	['omits the input', 'workflow', { inputFields: 'none' }, { input: inputOf(false), prefix: 'enriched_' }],
	['adds lookup details', 'workflow', { includeLookupDetails: true }, { details: expect.any(Function) as unknown }],
	[
		'gives an agent the columns',
		'agent',
		{ includeLookupDetails: true },
		{ input: inputOf(false), prefix: '', details: null },
	],
])('RowShape %s', (_what, caller, settings, shape) => {
	expect(shapeOf(settings, caller)).toMatchObject(shape);
});

it('RowShape has the selected columns in their fixed order, and no person key for a tool without columns', () => {
	const fields: Settings['fields'] = ['personal_email_risk_score', 'personal_email', 'title'];
	const selected = ['personal_email', 'personal_email_risk_score', 'person_key'];
	expect(shapeOf({ output: 'selected', fields }).columns).toEqual(selected);
	expect(shapeOf({ output: 'raw' }, 'workflow', call).columns).toEqual(['results', 'metadata']);
});

it.each([
	[1, MISS, 'The service charged for a miss. Set Output to Raw to see its answer'],
	[0, MISS, null],
	[1, found({ email: 'ada@home.test' }), null],
])('with %d tokens charged, the reason of a row says so of a miss', (charged, outcome, reason) => {
	const { data } = shapeOf({}).fill(rowOf(personalEmail, 'ada-example', outcome, { charged }), {});
	expect(data.reason).toBe(reason);
});

/** The columns without those about the status. */
const dataOf = (filled: Record<string, unknown>) =>
	Object.fromEntries(Object.entries(filled).filter(([column]) => !STATUS_COLUMNS.includes(column)));

describe('the data of a raw row', () => {
	const fill = (outcome: Outcome, previous: IDataObject = {}) =>
		dataOf(shapeOf({ output: 'raw' }).fill(rowOf(personalEmail, 'ada-example', outcome), previous).data);
	const answered = (answer: object): Outcome => ({ ...found({}), answer: { ...answer, at: NOON } }) as Outcome;

	it.each<[string, Outcome, object]>([
		['of a hit', found({ email: 'ada@home.test' }), { results: { email: 'ada@home.test' }, metadata: null }],
		[
			'of a miss',
			{
				...answered({ found: false, results: null, metadata: { tokens_charged: 0 } }),
				is: 'not_found',
			} as Outcome,
			{ results: null, metadata: { tokens_charged: 0 } },
		],
		['of a planned row', { is: 'planned', why: 'Dry Run is on' }, { results: null, metadata: null }],
	])('are the results and metadata %s', (_what, outcome, data) => {
		expect(fill(outcome)).toEqual({ ...data, person_key: 'linkedin:ada-example' });
	});

	it('contain the error that came with an answer, which replaces one of an earlier run', () => {
		const error = { code: 'partial' };
		const partial = answered({ found: true, results: {}, metadata: null, error });
		expect(fill(partial, { enriched_service_error: { code: 'old' } }).service_error).toEqual(error);
		expect(fill(MISS, { enriched_service_error: { code: 'old' } }).service_error).toBe('');
		expect(fill(DEFERRED, { enriched_service_error: { code: 'old' } })).not.toHaveProperty('service_error');
	});
});

it.each([
	['ada-example', null],
	[
		'bob-example',
		'linkedin_to_business_profile returned another LinkedIn profile than the row has. Check that both are the same person',
	],
])('a row about ada-example for which the tool returned %s has the reason %j', (slug, reason) => {
	const row = rowOf(
		businessProfile,
		'ada-example',
		found({ title: 'CEO', linkedin_url: `https://www.linkedin.com/in/${slug}` }),
	);
	expect(shapeOf({}, 'workflow', findByLinkedin).fill(row, {}).data.reason).toBe(reason);
});

it('an answer stays as it is if no earlier column is about the person of the row', () => {
	const row = rowOf(personalEmail, 'ada-example', found({ risk_score: 'A' }));
	const json = { enriched_personal_email: 'bea@home.test', enriched_person_key: 'linkedin:bea-example' };
	expect(shapeOf({ output: 'everything' }).fill(row, json)).toMatchObject({
		data: { personal_email: null, personal_email_risk_score: 'A' },
		changed: {},
	});
});

const STATUS = 'service_error retry_at answered_at';
it.each([
	[
		'what the operation is for beside the status, and columns for later runs at the end',
		'full_name work_email work_email_risk_score person_key answers',
		'work_email work_email_risk_score',
		`status work_email work_email_risk_score reason full_name ${STATUS} person_key answers`,
	],
	[
		'the reason beside the status if nothing leads',
		'results metadata next_page total',
		'',
		`status reason results metadata total ${STATUS} next_page`,
	],
])('layoutOf puts %s', (_what, columns, lead, layout) => {
	expect(layoutOf(columns.split(' '), lead.split(' ').filter(Boolean)).join(' ')).toBe(layout);
});
