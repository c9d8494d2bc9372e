import type { IDataObject } from 'n8n-workflow';
import { findByEmail } from '../../../nodes/IdentityResolution/actions/businessProfile/findByEmail.operation';
import { findByLinkedin } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { DEFERRED, found, MISS, NOON } from '../../support/run/settledRows';
import { ADA, rowOf, write } from '../../support/actions/writtenRow';

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

describe('earlier columns without a prefix', () => {
	const KEY = { person_key: 'linkedin:ada-example' };
	const dateBeside = (status: string) =>
		write(
			findBest,
			rowOf(findBest, 'ada-example', found({ email: 'new@home.test', risk_score: 'C' })),
			{ ...KEY, ...ADA, status },
			{ columnPrefix: '' },
		).personal_email_validated_at;

	it('count if the node wrote the row', () => {
		expect(dateBeside('found')).toBe('');
	});

	it("are the user's own if the status is not one of the node", () => {
		expect(dateBeside('customer')).toBe(ADA.personal_email_validated_at);
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

	it('is recognized by its hash', () => {
		const cells = profile({ personal_email: md5OfEmail('ada@home.test') });
		expect(cells).toMatchObject({ ...ADA, personal_email_obscured: null });
	});

	it('is replaced by the answer, also by one of a worse grade: anyone may have written the column', () => {
		const cells = profile({ personal_email: 'other@home.test' });
		expect(cells).toMatchObject({ personal_email: 'other@home.test', personal_email_risk_score: '' });
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

	it('are updated if the row has them, so that no grade remains beside another email', () => {
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
