import type { IDataObject } from 'n8n-workflow';
import type { LookupOperation } from '../../../nodes/IdentityResolution/actions/operation';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/operation';
import { findByEmail } from '../../../nodes/IdentityResolution/actions/businessProfile/findByEmail.operation';
import { findByLinkedin } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { lookUp } from '../../../nodes/IdentityResolution/actions/tool/lookUp.operation';
import { shapeFor } from '../../../nodes/IdentityResolution/actions/rows/rowShape';
import type { Settings } from '../../../nodes/IdentityResolution/actions/parameters/settings';
import { writeRow } from '../../../nodes/IdentityResolution/actions/rows/writeRow';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { DEFERRED, found, MISS, NOON, rowOf as settledRow, SETTINGS } from '../../support/run/settledRows';

const ADA = {
	personal_email: 'ada@home.test',
	personal_email_risk_score: 'A',
	personal_email_validated_at: '2026-08-01',
};

/** A row of an operation with one tool. */
const rowOf = ({ tools: [tool] }: LookupOperation, person: string, outcome: Outcome): SettledRow =>
	settledRow(tool, person, outcome);

/** Writes a row whose input has these columns, which are given without the prefix. */
function write(
	operation: LookupOperation,
	row: SettledRow,
	before: IDataObject,
	settings: Partial<Settings> = {},
	inputColumns = new Set<string>(),
) {
	const all = { ...SETTINGS, ...settings };
	const { columnPrefix: prefix } = all;
	const input = Object.fromEntries(Object.entries(before).map(([name, cell]) => [prefix + name, cell]));
	const content = operation.contentMapper({ ...ALL_CONTENT, wants: all.wants });
	const shape = shapeFor(content, all, 'workflow', inputColumns);
	const { json } = writeRow({ json: { id: 1, ...input } }, 0, row, shape);
	return Object.fromEntries(Object.entries(json).map(([name, cell]) => [name.slice(prefix.length), cell]));
}

describe('answered_at', () => {
	it.each<[string, Outcome, IDataObject, unknown]>([
		['the time of a hit', found({ email: 'ada@home.test' }), {}, '2026-09-01T12:00:00.000Z'],
		['the time of a miss', MISS, {}, '2026-09-01T12:00:00.000Z'],
		['nothing for a row without an answer', DEFERRED, {}, null],
		['the earlier time for a row without an answer', DEFERRED, { answered_at: '2026-01-01' }, '2026-01-01'],
		[
			'the earlier time if the time of the answer is not known',
			found({}, null),
			{ answered_at: '2026-01-01' },
			'2026-01-01',
		],
	])('is %s', (_what, outcome, before, answeredAt) => {
		expect(write(findBest, rowOf(findBest, 'ada-example', outcome), before).answered_at).toBe(answeredAt);
	});

	it('is the oldest time if several tools answered', () => {
		const later = rowOf(findByEmail, 'ada@example.com', found({}, NOON + 60_000));
		const earlier = rowOf(findByLinkedin, 'ada-example', found({ title: 'CEO' }));
		const row = { outcome: later.outcome, steps: [...later.steps, ...earlier.steps] };
		expect(write(resolve, row, {}).answered_at).toBe('2026-09-01T12:00:00.000Z');
	});
});

describe('a row that now names another person', () => {
	const OF_ADA = {
		status: 'found',
		found: true,
		answered_at: '2026-01-01',
		person_key: 'linkedin:ada-example',
		full_name: 'Ada Example',
		company_name: 'Example Works',
		sources: 'profile: some_tool',
		...ADA,
	};

	it.each<[string, Outcome]>([
		['is not found', MISS],
		['is not looked up', DEFERRED],
	])('has no data of the first person if the second one %s', (_what, outcome) => {
		const cells = write(findBest, rowOf(findBest, 'bob-example', outcome), OF_ADA);
		expect(cells).toMatchObject({
			person_key: 'linkedin:bob-example',
			personal_email: '',
			personal_email_risk_score: '',
			full_name: '',
			company_name: '',
			sources: '',
			reason: expect.stringContaining('The row named another person before, whose data was removed') as unknown,
		});
		expect(cells.found).toBe(outcome === MISS ? false : '');
		expect(cells.answered_at).toBe(outcome === MISS ? '2026-09-01T12:00:00.000Z' : '');
	});

	it('has the data of the second person alone if that one is found, also with a worse grade', () => {
		const cells = write(
			findBest,
			rowOf(findBest, 'bob-example', found({ email: 'bob@home.test', risk_score: 'C' })),
			OF_ADA,
		);
		expect(cells).toMatchObject({
			personal_email: 'bob@home.test',
			personal_email_risk_score: 'C',
			personal_email_validated_at: '',
			full_name: '',
			company_name: '',
		});
	});

	it('has no raw columns of the first person', () => {
		const raw = {
			results: { email: 'ada@home.test' },
			metadata: { tokens_charged: 1 },
			service_error: { code: 'x' },
		};
		const cells = write(findBest, rowOf(findBest, 'bob-example', MISS), { ...OF_ADA, ...raw, title: null });
		expect(cells).toMatchObject({ results: '', metadata: '', service_error: '', title: null });
	});

	it('has no columns that Look Up named by the answer about the first person, and no old lookup details', () => {
		const before = { ...OF_ADA, email: 'ada@home.test', score_total: 5, lookup: { tool: 'any' } };
		const row = rowOf(findBest, 'bob-example', MISS);
		expect(write(lookUp, row, before)).toMatchObject({ email: '', score_total: '', full_name: '', lookup: '' });
		expect(write(findBest, row, before)).toMatchObject({ email: 'ada@home.test', score_total: 5, lookup: '' });
		expect(write(lookUp, rowOf(findBest, 'ada-example', MISS), before)).toMatchObject({ email: 'ada@home.test' });
	});

	it('is emptied in Raw as well', () => {
		const before = { ...OF_ADA, results: { email: 'ada@home.test' }, metadata: {} };
		const row = rowOf(findBest, 'bob-example', MISS);
		expect(write(findBest, row, before, { output: 'raw' })).toMatchObject({
			results: '',
			full_name: '',
			personal_email: '',
		});
	});

	it('is emptied in Resolve as well', () => {
		const row = rowOf(findByLinkedin, 'bob-example', MISS);
		expect(write(resolve, row, OF_ADA)).toMatchObject({ full_name: '', personal_email: '', sources: '' });
	});

	it.each<[string, SettledRow]>([
		['the row is only planned', { ...rowOf(findBest, 'bob-example', MISS), outcome: { is: 'planned', why: '' } }],
		['the cell is blank now', { outcome: { is: 'skipped', why: '', by: 'blank' }, steps: [] }],
		['the row is skipped', { outcome: { is: 'skipped', why: '', by: 'skip_when' }, steps: [] }],
	])('keeps its data if %s, and the key by which a later run notices it', (_when, row) => {
		expect(write(findBest, row, OF_ADA)).toMatchObject({
			...ADA,
			full_name: 'Ada Example',
			person_key: 'linkedin:ada-example',
		});
	});

	it("keeps columns of other operations without a prefix, which may be the user's own", () => {
		const row = rowOf(findBest, 'bob-example', MISS);
		expect(write(findBest, row, OF_ADA, { columnPrefix: '' })).toMatchObject({
			full_name: 'Ada Example',
			personal_email: '',
			reason: 'The row named another person before: columns of other operations may still be about that person',
		});
	});

	it('keeps the column that its identifier is read from, whoever wrote it', () => {
		const before = { ...OF_ADA, linkedin_url: 'linkedin.com/in/bob-example', profile: 'bob', title: 'CEO' };
		const row = (operation: LookupOperation) => rowOf(operation, 'bob-example', MISS);
		const named = (...columns: string[]) => new Set(columns.map((column) => `enriched_${column}`));
		expect(write(findByLinkedin, row(findByLinkedin), before, {}, named('linkedin_url'))).toMatchObject({
			linkedin_url: 'linkedin.com/in/bob-example',
			title: '',
		});
		expect(write(lookUp, row(findBest), before, {}, named('profile', 'linkedin_url'))).toMatchObject({
			linkedin_url: 'linkedin.com/in/bob-example',
			profile: 'bob',
			title: '',
		});
	});
});

describe('earlier columns without a prefix', () => {
	const KEY = { person_key: 'linkedin:ada-example' };
	const replaced = (status: string) =>
		write(
			findBest,
			rowOf(findBest, 'ada-example', found({ email: 'new@home.test', risk_score: 'C' })),
			{ ...KEY, ...ADA, status },
			{ columnPrefix: '' },
		).personal_email;

	it('count if the node wrote the row', () => {
		expect(replaced('found')).toBe('ada@home.test');
	});

	it("are the user's own if the status is not one of the node", () => {
		expect(replaced('customer')).toBe('new@home.test');
	});
});

describe('an address that a row has', () => {
	const KEY = { status: 'found', person_key: 'linkedin:ada-example' };
	const profile = (results: object) =>
		write(findByLinkedin, rowOf(findByLinkedin, 'ada-example', found(results)), { ...KEY, ...ADA });

	it('is not replaced by an obscured one', () => {
		expect(profile({ personal_email: 'a***@home.test' })).toMatchObject({
			...ADA,
			personal_email_obscured: 'a***@home.test',
		});
	});

	it('is recognised by its hash', () => {
		const cells = profile({ personal_email: md5OfEmail('ada@home.test') });
		expect(cells).toMatchObject({ ...ADA, personal_email_obscured: null });
	});

	it('is not replaced by one of a worse grade, and the reason says so', () => {
		expect(profile({ personal_email: 'other@home.test' })).toMatchObject({
			...ADA,
			reason: 'The earlier personal e-mail was kept, because the new one has a worse grade',
		});
	});

	it('is replaced by one of the same grade, with its date', () => {
		const row = rowOf(findBest, 'ada-example', found({ email: 'new@home.test', risk_score: 'a' }));
		expect(write(findBest, row, { ...KEY, ...ADA })).toMatchObject({
			personal_email: 'new@home.test',
			personal_email_risk_score: 'a',
			personal_email_validated_at: '',
		});
	});

	it('loses the grade of another operation if it is replaced', () => {
		const before = { ...KEY, ...ADA, personal_email_risk_score: 'D' };
		const row = rowOf(findByLinkedin, 'ada-example', found({ personal_email: 'new@home.test' }));
		expect(write(findByLinkedin, row, before)).toMatchObject({
			personal_email: 'new@home.test',
			personal_email_risk_score: '',
			personal_email_validated_at: '',
		});
	});
});

describe('columns that are not shown', () => {
	const KEY = { status: 'found', person_key: 'linkedin:ada-example' };

	it('are updated if the row has them, so that no grade remains beside another e-mail', () => {
		const row = rowOf(findBest, 'ada-example', found({ email: 'new@home.test', risk_score: 'A' }));
		const before = { ...KEY, ...ADA, personal_email_risk_score: 'B' };
		const cells = write(findBest, row, before, { output: 'selected', fields: ['personal_email'] });
		expect(cells).toMatchObject({
			personal_email: 'new@home.test',
			personal_email_risk_score: 'A',
			personal_email_validated_at: '',
		});
	});

	it('are not added to the row', () => {
		const row = rowOf(findBest, 'ada-example', found({ email: 'new@home.test', risk_score: 'A' }));
		const cells = write(findBest, row, KEY, { output: 'selected', fields: ['personal_email'] });
		expect(cells).not.toHaveProperty('personal_email_risk_score');
	});

	it('show one company with those that are shown', () => {
		const row = rowOf(findByLinkedin, 'ada-example', found({ title: 'CEO', company: { name: 'Example Works' } }));
		const before = { ...KEY, company_name: 'Example Shop', company_employee_count: 250 };
		expect(write(findByLinkedin, row, before, { output: 'selected', fields: ['title'] })).toMatchObject({
			title: 'CEO',
			company_name: 'Example Works',
			company_employee_count: '',
		});
	});
});

describe('columns of an earlier job', () => {
	const EARLIER = {
		status: 'found',
		person_key: 'linkedin:ada-example',
		first_name: 'Ada',
		company_name: 'Example Shop',
		company_employee_count: 250,
		mobile_phone: '12025550123',
	};

	it('are emptied beside a new company, in every operation', () => {
		const row = rowOf(
			findByLinkedin,
			'ada-example',
			found({ first_name: 'Ada', company: { name: 'Example Works' } }),
		);
		expect(write(findByLinkedin, row, EARLIER)).toMatchObject({
			company_name: 'Example Works',
			company_employee_count: '',
			mobile_phone: '12025550123',
		});
	});

	it('are kept if nothing is found', () => {
		expect(write(findByLinkedin, rowOf(findByLinkedin, 'ada-example', MISS), EARLIER)).toMatchObject({
			company_name: 'Example Shop',
			company_employee_count: 250,
		});
	});

	it("are kept without a prefix if they may be the user's own", () => {
		const row = rowOf(
			findByLinkedin,
			'ada-example',
			found({ first_name: 'Ada', company: { name: 'Example Works' } }),
		);
		const before = { ...EARLIER, status: 'customer', person_key: undefined };
		expect(write(findByLinkedin, row, before, { columnPrefix: '' })).toMatchObject({ company_employee_count: 250 });
	});
});
