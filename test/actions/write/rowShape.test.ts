import { contentFor, layoutOf, shapeFor } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import type { IDataObject } from 'n8n-workflow';
import { findByLinkedin } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { call } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { NO_CONTEXT } from '../../support/actions/rowContext';
import { businessProfile, personalEmail } from '../../support/run/lookups';
import { found, MISS, NOON, rowOf, SETTINGS } from '../../support/run/settledRows';

const shapeOf = (settings: Partial<Settings>, caller: 'workflow' | 'agent' = 'workflow', operation = findBest) =>
	shapeFor(contentFor(operation, ALL_CONTENT), { ...SETTINGS, ...settings }, caller);

describe('shapeFor', () => {
	it.each<[string, 'workflow' | 'agent', Partial<Settings>, object]>([
		[
			'keeps the input with prefixed columns',
			'workflow',
			{},
			{ input: 'kept', prefix: 'enriched_', details: null },
		],
		[
			'omits the input, and then the prefix',
			'workflow',
			{ includeInputFields: false },
			{ input: 'omitted', prefix: '', inputPrefix: 'enriched_' },
		],
		[
			'adds the lookup details',
			'workflow',
			{ includeLookupDetails: true },
			{ details: expect.any(Function) as unknown },
		],
		[
			'gives an agent only the columns',
			'agent',
			{ includeLookupDetails: true },
			{ input: 'omitted', prefix: '', details: null },
		],
	])('%s', (_what, caller, settings, shape) => {
		expect(shapeOf(settings, caller)).toMatchObject(shape);
	});

	it.each<[string, Partial<Settings>, string[]]>([
		[
			'all columns of the tool',
			{},
			[
				'personal_email',
				'personal_email_validated_at',
				'personal_email_risk_score',
				'personal_email_obscured',
				'person_key',
			],
		],
		[
			'the selected columns, in their fixed order',
			{ output: 'selected', fields: ['personal_email_risk_score', 'personal_email', 'title'] },
			['personal_email', 'personal_email_risk_score', 'person_key'],
		],
		['the raw answer', { output: 'raw' }, ['results', 'metadata', 'person_key']],
	])('has %s', (_what, settings, columns) => {
		expect([...shapeOf(settings).columns].sort()).toEqual(columns.sort());
	});

	it('has no person key for a tool without columns', () => {
		expect(shapeOf({ output: 'raw' }, 'workflow', call).columns).toEqual(['results', 'metadata']);
	});
});

describe('the data of a raw row', () => {
	const fill = (outcome: Outcome, previous: IDataObject = {}) =>
		shapeOf({ output: 'raw' }).fill(rowOf(personalEmail, 'ada-example', outcome), {
			...NO_CONTEXT,
			previous: (column) => previous[column],
		}).data;

	it('are the results and metadata of a hit and of a miss', () => {
		expect(fill(found({ email: 'ada@home.test' }))).toEqual({
			results: { email: 'ada@home.test' },
			metadata: null,
			person_key: 'linkedin:ada-example',
		});
		const miss: Outcome = {
			is: 'not_found',
			answer: { found: false, results: null, metadata: { tokens_charged: 0 }, at: NOON },
			phone: 'as_requested',
		};
		expect(fill(miss)).toMatchObject({ results: null, metadata: { tokens_charged: 0 } });
	});

	it('are empty without an answer', () => {
		expect(fill({ is: 'planned', why: 'Dry Run is on' })).toMatchObject({ results: null, metadata: null });
	});

	it('contain the error that came with an answer, which replaces one of an earlier run', () => {
		const answer = { found: true, results: {}, metadata: null, at: NOON, error: { code: 'partial' } };
		const partial: Outcome = { is: 'found', answer, phone: 'as_requested' };
		expect(fill(partial, { service_error: { code: 'old' } }).service_error).toEqual({ code: 'partial' });
		expect(fill(MISS, { service_error: { code: 'old' } }).service_error).toBe('');
		expect(fill(MISS)).not.toHaveProperty('service_error');
	});
});

it('a row about another profile than the tool returned has a note', () => {
	const shape = shapeOf({}, 'workflow', findByLinkedin);
	const notesOf = (profile: string) =>
		shape.fill(rowOf(businessProfile, 'ada-example', found({ linkedin_url: profile })), NO_CONTEXT).notes;
	expect(notesOf('https://www.linkedin.com/in/ada-example')).toEqual([]);
	expect(notesOf('https://www.linkedin.com/in/bob-example')).toEqual([
		'linkedin_to_business_profile returned another LinkedIn profile than the row has. ' +
			'Check that both are the same person',
	]);
});

it.each<[string, string[], string[], string[]]>([
	[
		'what the operation is for beside the status, and columns for later runs at the end',
		['full_name', 'work_email', 'work_email_risk_score', 'person_key', 'resume'],
		['work_email', 'work_email_risk_score'],
		[
			'status',
			'work_email',
			'work_email_risk_score',
			'reason',
			'full_name',
			'service_error',
			'found',
			'retry_at',
			'answered_at',
			'person_key',
			'resume',
		],
	],
	[
		'the reason beside the status if nothing leads',
		['results', 'metadata', 'next_page', 'total'],
		[],
		[
			'status',
			'reason',
			'results',
			'metadata',
			'total',
			'service_error',
			'found',
			'retry_at',
			'answered_at',
			'next_page',
		],
	],
])('layoutOf puts %s', (_what, columns, lead, layout) => {
	expect(layoutOf(columns, lead)).toEqual(layout);
});
