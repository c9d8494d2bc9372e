import type { LookupOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import { findByLinkedin } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { searchForPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { DEFERRED, found, MISS } from '../../support/run/settledRows';
import { ADA, rowOf, write } from '../../support/actions/writtenRow';

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

	it('has no old lookup details of the first person', () => {
		const before = { ...OF_ADA, email: 'ada@home.test', lookup: { tool: 'any' } };
		const row = rowOf(findBest, 'bob-example', MISS);
		expect(write(findBest, row, before)).toMatchObject({ email: 'ada@home.test', lookup: '' });
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
		const before = { ...OF_ADA, linkedin_url: 'linkedin.com/in/bob-example', title: 'CEO' };
		const row = (operation: LookupOperation) => rowOf(operation, 'bob-example', MISS);
		const named = (...columns: string[]) => new Set(columns.map((column) => `enriched_${column}`));
		expect(write(findByLinkedin, row(findByLinkedin), before, {}, named('linkedin_url'))).toMatchObject({
			linkedin_url: 'linkedin.com/in/bob-example',
			title: '',
		});
	});

	it('has no data of the first person without input fields, whatever columns it reads', () => {
		const cells = write(
			findBest,
			rowOf(findBest, 'bob-example', MISS),
			OF_ADA,
			{ includeInputFields: false },
			new Set(['personal_email']),
		);
		expect(cells).toMatchObject({
			personal_email: '',
			reason: expect.stringContaining('whose data was removed') as unknown,
		});
	});

	it('has no grade and no date of a masked email beside the email that it names', () => {
		const masked = found({ email: 'b***@home.test', risk_score: 'E', last_validated_at: '2026-09-01' });
		const row = rowOf(findBest, 'bob-example', masked);
		expect(write(findBest, row, OF_ADA)).toMatchObject({
			personal_email: '',
			personal_email_obscured: 'b***@home.test',
			personal_email_risk_score: 'E',
		});
		expect(write(findBest, row, OF_ADA, {}, new Set(['enriched_personal_email']))).toMatchObject({
			personal_email: 'ada@home.test',
			personal_email_obscured: 'b***@home.test',
			personal_email_risk_score: '',
			personal_email_validated_at: '',
		});
	});

	it('has the grade of its email if the column of the email is not selected', () => {
		const row = rowOf(findBest, 'bob-example', found({ email: 'bob@home.test', risk_score: 'A' }));
		const settings = { output: 'selected' as const, fields: ['personal_email_risk_score' as const] };
		const cells = write(findBest, row, OF_ADA, settings, new Set(['enriched_personal_email']));
		expect(cells).toMatchObject({ personal_email_risk_score: 'A' });
	});
});

it('a result of a search has nothing of the row that asked for it, also in the columns that the search reads', () => {
	const row = { ...rowOf(findBest, 'ada-example', MISS), outcome: found({ linkedin_slug: 'ada-example' }) };
	const before = { status: 'found', company_name: 'Example Works' };
	const cells = write(searchForPeople, row, before, {}, new Set(['enriched_company_name']));
	expect(cells).toMatchObject({ company_name: '' });
});
