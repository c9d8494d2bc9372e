import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { findByEmail } from '../../../nodes/IdentityResolution/actions/businessProfile/findByEmail.operation';
import { findByLinkedin } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { searchForPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import type { LookupOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import { ALL_COLUMNS } from '../../../nodes/IdentityResolution/actions/spec/columns';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import { errorJson, errorOf } from '../../../nodes/IdentityResolution/actions/write/rowErrors';
import { contentFor, RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import { writeRow } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { DEFERRED, FAILED, found, MISS, NOON, rowOf as settledRow, SETTINGS } from '../../support/run/settledRows';

const TIME = '2026-09-01T12:00:00.000Z';
const BLANK: Outcome = { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' };
const SKIPPED = { is: 'skipped', why: 'The row was answered before', by: 'answered_before' } as const;
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };

interface Written extends Partial<Settings> {
	operation?: LookupOperation;
	/** Columns that contain the identifiers, with the prefix. */
	inputColumns?: string[];
}

/** A row of an operation with one tool. */
const rowOf = (person: string, outcome: Outcome, { tools: [tool] }: LookupOperation = findBest): SettledRow =>
	settledRow(tool, person, outcome);

function itemOf(input: INodeExecutionData, row: SettledRow, options: Written = {}): INodeExecutionData {
	const { operation = findBest, inputColumns = [], ...settings } = options;
	const content = contentFor(operation, { ...ALL_CONTENT, ...SETTINGS, ...settings });
	return writeRow(
		input,
		3,
		row,
		new RowShape(content, { ...SETTINGS, ...settings }, 'workflow', new Set(inputColumns)),
	);
}

/** Writes a row whose input has these columns. Columns are given and returned without the prefix. */
function cellsOf(row: SettledRow, before: IDataObject, options: Written = {}): IDataObject {
	const { columnPrefix = SETTINGS.columnPrefix } = options;
	const input = Object.fromEntries(Object.entries(before).map(([name, cell]) => [columnPrefix + name, cell]));
	const { json } = itemOf({ json: { id: 1, ...input } }, row, options);
	return Object.fromEntries(Object.entries(json).map(([name, cell]) => [name.slice(columnPrefix.length), cell]));
}

describe('an item', () => {
	const HIT = rowOf('ada-example', found({ email: 'ada@home.test' }));
	const binary = { file: { data: '', mimeType: 'text/plain' } };
	const input = { json: { id: 1 }, binary };

	it('has the input fields, our columns, the binary data and the link of its row', () => {
		expect(itemOf(input, HIT)).toMatchObject({
			json: { id: 1, enriched_status: 'found', enriched_personal_email: 'ada@home.test' },
			binary,
			pairedItem: { item: 3 },
		});
		expect(itemOf({ json: {} }, HIT)).not.toHaveProperty('binary');
	});

	it('has only our columns if the input is omitted', () => {
		const item = itemOf(input, HIT, { inputFields: 'none' });
		expect(item).not.toHaveProperty('binary');
		expect(item.json).toMatchObject({ enriched_status: 'found', enriched_personal_email: 'ada@home.test' });
		expect(item.json).not.toHaveProperty('id');
	});

	it('has the notes about lost and reduced answers before the others in its reason', () => {
		const lost = settledRow(findBest.tools[0], 'ada-example', FAILED, { lostCount: 1 });
		const reduced = { ...found({}), answer: { found: true, results: {}, metadata: null, at: 0, isReduced: true } };
		const reasons = [lost, rowOf('ada-example', reduced as Outcome)].map((row) => cellsOf(row, {}).reason);
		expect(reasons).toEqual([
			expect.stringContaining('. An earlier answer was lost and may have been charged'),
			expect.stringMatching(
				/^The answer was too large to keep as a whole.*\. Found, but nothing usable as a personal email$/,
			),
		]);
	});

	it.each<[string, Outcome, unknown]>([
		['loses the error of an earlier run', found({}), undefined],
		['keeps the error of an earlier run if it is skipped', SKIPPED, errorJson(errorOf(HIT)).error],
	])('%s', (_what, outcome, error) => {
		expect(itemOf({ json: errorJson(errorOf(HIT)) }, rowOf('ada-example', outcome)).json.error).toEqual(error);
		expect(itemOf({ json: { error: 'mine' } }, rowOf('ada-example', outcome)).json.error).toBe('mine');
	});
});

it.each<[string, SettledRow, IDataObject, unknown]>([
	['the time of a hit', rowOf('ada-example', found({})), {}, TIME],
	['the time of a miss', rowOf('ada-example', MISS), {}, TIME],
	['nothing without an answer', rowOf('ada-example', DEFERRED), {}, null],
	['the earlier time without an answer', rowOf('ada-example', DEFERRED), { answered_at: '2026-01-01' }, '2026-01-01'],
	['the earlier time for an unknown one', rowOf('ada-example', found({}, null)), { answered_at: '2026' }, '2026'],
	[
		'the oldest time of several tools',
		{
			outcome: MISS,
			steps: [
				...rowOf('ada@example.com', found({}, NOON + 60_000), findByEmail).steps,
				...rowOf('ada-example', found({}), findByLinkedin).steps,
			],
		},
		{},
		TIME,
	],
])('answered_at is %s', (_what, row, before, answeredAt) => {
	expect(cellsOf(row, before, { operation: resolve }).answered_at).toBe(answeredAt);
});

/** The columns of an email. */
const email = (address: string, grade: string, date: string) => ({
	personal_email: address,
	personal_email_risk_score: grade,
	personal_email_validated_at: date,
});
const ADA = email('ada@home.test', 'A', '2026-08-01');
const byLinkedin: Written = { operation: findByLinkedin };
const allByLinkedin: Written = { ...byLinkedin, output: 'everything' };

describe('a row that was answered before', () => {
	const KEY = { status: 'found', person_key: 'linkedin:ada-example' };
	const WITH_EMAIL = { ...KEY, ...ADA };
	const WITH_JOB = { ...KEY, company_name: 'Example Shop', company_employee_count: 250, mobile_phone: '12025550123' };
	const USERS_OWN = { ...WITH_JOB, status: 'customer', person_key: undefined };
	const JOB = found({ title: 'CEO', company: { name: 'Example Works' } });
	const JOB_CELLS = { company_name: 'Example Works', company_employee_count: '' };
	const EMAIL = found({ email: 'new@home.test', risk_score: 'C' });
	const EMAIL_CELLS = email('new@home.test', 'C', '');
	const profileWith = (personal_email: string) => found({ personal_email });
	const HASH = profileWith(md5OfEmail('ada@home.test'));
	const selected = (...fields: Settings['fields']): Written => ({ output: 'selected', fields });
	const RESULTS = { results: { email: 'ada@home.test' } };
	const EMPTY_MISS = {
		...MISS,
		answer: { found: false, results: { email: null }, metadata: null, at: null },
	} as Outcome;

	it.each<[string, IDataObject, Outcome, Written, object]>([
		['keeps its address beside a masked one', WITH_EMAIL, profileWith('a***@home.test'), byLinkedin, ADA],
		['recognizes its address', WITH_EMAIL, HASH, allByLinkedin, { ...ADA, personal_email_obscured: null }],
		['takes a new address, also of a worse grade, with its date', WITH_EMAIL, EMAIL, {}, EMAIL_CELLS],
		[
			'empties the grade and the date of another operation beside a new address',
			WITH_EMAIL,
			profileWith('new@home.test'),
			byLinkedin,
			email('new@home.test', '', ''),
		],
		['leaves no grade beside another email', WITH_EMAIL, EMAIL, selected('personal_email'), EMAIL_CELLS],
		[
			'empties what it knows of the earlier company',
			WITH_JOB,
			JOB,
			byLinkedin,
			{ ...JOB_CELLS, mobile_phone: '12025550123' },
		],
		['shows one company', WITH_JOB, JOB, { ...byLinkedin, ...selected('title') }, { title: 'CEO', ...JOB_CELLS }],
		['keeps its columns after a miss', WITH_JOB, MISS, byLinkedin, { ...WITH_JOB, status: 'not_found' }],
		['is known by its status without a prefix', WITH_EMAIL, EMAIL, { columnPrefix: '' }, EMAIL_CELLS],
		[
			"may be the user's own without a prefix and a status of the node",
			USERS_OWN,
			JOB,
			{ ...byLinkedin, columnPrefix: '' },
			{ company_employee_count: 250 },
		],
		['keeps results if a miss has empty ones', { ...KEY, ...RESULTS }, EMPTY_MISS, { output: 'raw' }, RESULTS],
	])('%s', (_what, before, outcome, written, cells) => {
		expect(cellsOf(rowOf('ada-example', outcome, written.operation), before, written)).toMatchObject(cells);
	});

	it('gets no columns that are not selected, and a masked address in its own column', () => {
		const cells = cellsOf(rowOf('ada-example', EMAIL), KEY, selected('personal_email'));
		expect(cells).not.toHaveProperty('personal_email_risk_score');
		const masked = rowOf('ada-example', profileWith('a***@home.test'), findByLinkedin);
		expect(cellsOf(masked, WITH_EMAIL, allByLinkedin).personal_email_obscured).toBe('a***@home.test');
	});

	const BLANK_CELLS = { status: 'skipped', reason: BLANK.why, lookup: { tool: null } };
	const MINE = { reason: 'mine', personal_email: 'ada@home.test', lookup: { tool: 'earlier' } };
	it.each<[string, Outcome, IDataObject, object]>([
		['stays as it is if it is skipped', SKIPPED, { ...KEY, ...MINE }, MINE],
		['gets a status if it is new', SKIPPED, { reason: 'mine' }, { status: 'skipped', reason: SKIPPED.why }],
		['gets a status if it is blank', BLANK, { ...KEY, ...MINE }, { ...MINE, ...BLANK_CELLS }],
	])('%s', (_what, outcome, before, cells) => {
		expect(cellsOf({ outcome, steps: [] }, before, { includeLookupDetails: true })).toMatchObject(cells);
	});
});

describe('a row that now names another person', () => {
	const OF_ADA = {
		status: 'found',
		answered_at: '2026-01-01',
		person_key: 'linkedin:ada-example',
		full_name: 'Ada Example',
		linkedin_url: 'linkedin.com/in/bob-example',
		results: { email: 'x' },
		metadata: { tokens_charged: 1 },
		service_error: { code: 'x' },
		lookup: {},
		...ADA,
	};
	const NO_RAW = { results: '', metadata: '', service_error: '', lookup: '' };
	const EMPTY = { ...email('', '', ''), ...NO_RAW, full_name: '', linkedin_url: '' };
	const REMOVED = expect.stringContaining('another person before, whose data was removed') as unknown;
	const READ = { ...EMPTY, linkedin_url: OF_ADA.linkedin_url };
	const OF_BOB = { ...EMPTY, person_key: 'linkedin:bob-example', reason: REMOVED };
	const BOB = found({ email: 'bob@home.test', risk_score: 'C' });
	const MASKED = found({ email: 'b***@home.test', risk_score: 'E', last_validated_at: '2026-09-01' });
	const readsEmail: Written = { inputColumns: ['enriched_personal_email'] };
	const readsProfile: Written = { ...byLinkedin, inputColumns: ['enriched_linkedin_url'] };
	const onlyGrade: Written = { ...readsEmail, output: 'selected', fields: ['personal_email_risk_score'] };
	const EVERYTHING: Written = { output: 'everything' };
	const RENEWED = 'The row named another person before: columns of other operations may still be about that person';

	it.each<[string, Outcome, Written, object]>([
		['has no data of the first one after a miss', MISS, {}, { ...OF_BOB, answered_at: TIME }],
		['has no data of the first one after a deferral', DEFERRED, {}, { ...OF_BOB, answered_at: '' }],
		['has the data of the second one alone', BOB, {}, { ...EMPTY, ...email('bob@home.test', 'C', '') }],
		['is emptied as Raw, too', MISS, { output: 'raw' }, EMPTY],
		['is emptied in Resolve, too', MISS, { operation: resolve }, EMPTY],
		['is emptied without input fields, too', MISS, { inputFields: 'none' }, EMPTY],
		['keeps what it reads without input fields, too', MISS, { ...readsProfile, inputFields: 'none' }, READ],
		[
			"keeps columns of other operations without a prefix, which may be the user's own",
			MISS,
			{ columnPrefix: '' },
			{ ...email('', '', ''), full_name: 'Ada Example', reason: RENEWED },
		],
		['keeps the column that it reads', MISS, readsProfile, READ],
		['has the grade of a masked email in Everything Found', MASKED, EVERYTHING, email('', 'E', '2026-09-01')],
		['has no grade of a masked email in Simplified', MASKED, {}, email('', '', '')],
		['has no grade of a masked email beside the one it reads', MASKED, readsEmail, email('ada@home.test', '', '')],
		['has the grade of an email that is not selected', BOB, onlyGrade, { personal_email_risk_score: 'C' }],
	])('%s', (_what, outcome, written, cells) => {
		const row = rowOf('bob-example', outcome, written.operation === resolve ? findBest : written.operation);
		expect(cellsOf(row, OF_ADA, written)).toMatchObject(cells);
	});

	it.each<[string, SettledRow]>([
		['the row is only planned', { ...rowOf('bob-example', MISS), outcome: PLANNED }],
		['the cell is blank now', { outcome: BLANK, steps: [] }],
		['the row is skipped', { outcome: SKIPPED, steps: [] }],
	])('keeps its data if %s, and the key by which a later run notices it', (_when, row) => {
		expect(cellsOf(row, OF_ADA)).toMatchObject({ ...ADA, full_name: 'Ada Example', person_key: OF_ADA.person_key });
	});
});

it('a result of a search has nothing of its row, also in the columns that the search reads, and says so', () => {
	const row = { ...rowOf('ada-example', MISS), outcome: found({ linkedin_slug: 'ada-example' }) };
	const written = { operation: searchForPeople, inputColumns: ['enriched_company_name'] };
	const cells = cellsOf(row, { status: 'found', company_name: 'Example Works' }, written);
	const reason = expect.stringContaining('Give searches a Column Prefix of their own') as unknown;
	expect(cells).toMatchObject({ company_name: '', reason });
	expect(cellsOf(row, { status: 'deferred', next_page: 'x' }, written)).not.toMatchObject({ reason });
});

const BAD = rowOf('ada-example', found({ email: 'ada@home.test', risk_score: 'D' }));
const WITHHELD = { ...BAD, outcome: { ...BAD.outcome, is: 'not_found', withheld: true } as Outcome };
const WORK = found({ title: 'CEO', business_email: 'a@x.test', business_email_risk_score: 'D' });
const BESIDE = rowOf('ada-example', WORK, findByLinkedin);
const WORSE = 'Not found: a personal email (only one of grade D, which was charged)';
it.each<[string, SettledRow, IDataObject, Written, object]>([
	['removed from the columns of an earlier run', WITHHELD, ADA, {}, email('', '', '')],
	['in the reason', WITHHELD, {}, {}, { reason: WORSE }],
	['in Everything Found', WITHHELD, {}, { output: 'everything' }, { personal_email: 'ada@home.test' }],
	['in the reason beside other data', BESIDE, {}, byLinkedin, { reason: 'Not shown: the work email, of grade D' }],
	['not hidden in Everything Found', BESIDE, {}, allByLinkedin, { work_email: 'a@x.test', reason: null }],
])('an email worse than Minimum Grade is %s', (_where, row, before, written, cells) => {
	const wants = row === BESIDE ? [] : SETTINGS.wants;
	expect(cellsOf(row, before, { ...written, wants, minGrade: 'anyExceptD' })).toMatchObject(cells);
});

it('a row that is answered empties the reason and the retry time of an earlier run', () => {
	const earlier = { reason: 'rate_limited: wait', retry_at: TIME };
	expect(cellsOf(rowOf('ada-example', found({ email: 'ada@home.test' })), earlier)).toMatchObject({
		status: 'found',
		reason: '',
		retry_at: '',
	});
});

it('a row on the suppression list has none of our columns but the status, the reason and the key', () => {
	const row: SettledRow = {
		outcome: { is: 'suppressed', why: 'Listed', person: ['linkedin:ada-example'] },
		steps: [],
	};
	const columns = Object.fromEntries(ALL_COLUMNS.map((column) => [column, 'x']));
	const earlier = { ...columns, status: 'found' };
	expect(cellsOf(row, earlier, { columnPrefix: '' })).toEqual({
		id: 1,
		status: 'suppressed',
		reason: 'Listed',
		person_key: expect.stringMatching(/^suppressed:/) as string,
	});
});
