import fc from 'fast-check';
import { emailForm, simplifier } from '../../nodes/IdentityResolution/api/simplify';
import { linkedinToBestPersonalEmailUsa } from '../../nodes/IdentityResolution/api/tools/linkedinToBestPersonalEmailUsa';
import { linkedinToBusinessProfile } from '../../nodes/IdentityResolution/api/tools/linkedinToBusinessProfile';
import { reverseEmailLookup } from '../../nodes/IdentityResolution/api/tools/reverseEmailLookup';

const MD5 = '3e3417d7ef77d5932a6734b916515ed5';

const reverse = simplifier(reverseEmailLookup.columns);
const profile = simplifier(linkedinToBusinessProfile.columns);
const best = simplifier(linkedinToBestPersonalEmailUsa.columns);

describe('the best personal e-mail', () => {
	const [a, b, c] = ['a@example.net', 'b@example.net', 'c@example.net'];

	it.each([
		['the best grade comes first', [a, b, c], ['C', 'A', 'B'], ['2029-03-01', '2029-01-01', '2029-02-01'], b],
		['a grade counts in either case', [a, b], ['b', 'A'], [null, null], b],
		['the same grade in another case is the same', [a, b], ['a', 'A'], ['2029-01-01', '2029-02-01'], b],
		['a lower-case A is better than a B', [a, b], ['a', 'B'], [null, null], a],
		['and in the other order as well', [b, a], ['B', 'a'], [null, null], a],
		['no grade stands behind any grade', [a, b], [null, 'F'], ['2029-02-01', '2029-01-01'], b],
		['an empty grade is none', [a, b], ['', 'F'], [null, null], b],
		[
			'among equal grades the latest date',
			[a, b, c],
			['A', 'A', 'A'],
			['2029-01-01', '2029-03-01', '2029-02-01'],
			b,
		],
		['no date stands behind any date', [a, b], ['A', 'A'], [null, '2020-01-01'], b],
		['among equal dates the first', [b, a, c], ['A', 'A', 'A'], ['2029-01-01', '2029-01-01', '2029-01-01'], b],
		['without grades and dates the first', [b, a], null, null, b],
		['grades may be fewer than e-mails', [a, b], ['B'], ['2029-01-01', '2029-02-01'], a],
		[
			'what is no e-mail is passed over, with its grade and date',
			[null, '', b],
			['A', 'A', 'B'],
			['2029-02-01', '2029-02-01', '2029-01-01'],
			b,
		],
		['a single text is a list of one', b, 'A', '2029-01-01', b],
		['none of none', [], ['A'], ['2029-01-01'], null],
	])('%s', (_rule, emails, grades, dates, expected) => {
		const results = { personal_emails: emails, personal_emails_risk_score: grades, personal_emails_status: dates };
		expect(reverse(results).personal_email).toBe(expected);
	});

	it('brings its own grade and date along', () => {
		const results = {
			personal_emails: [a, b, c],
			personal_emails_risk_score: ['B', 'A', null],
			personal_emails_status: ['2029-03-01', null, '2029-02-01'],
		};
		expect(reverse(results)).toMatchObject({
			personal_email: b,
			personal_email_risk_score: 'A',
			personal_email_validated_at: null,
			personal_emails: `${a}, ${b}, ${c}`,
		});
	});

	it('is the one that the service names, where it names one', () => {
		expect(profile({ personal_email: c, personal_emails: [a, b] })).toMatchObject({
			personal_email: c,
			personal_emails: `${a}, ${b}`,
		});
		expect(profile({ personal_email: null, personal_emails: [a, b] })).toMatchObject({ personal_email: a });
	});

	it('is never worse than another, whatever the lists hold', () => {
		const entries = fc.record({
			grade: fc.constantFrom(null, 'A', 'B', 'F'),
			date: fc.constantFrom(null, '2028-12-31', '2029-01-01', '2029-06-30'),
		});
		const rank = ({ grade, date }: { grade: string | null; date: string | null }) => [
			['A', 'B', 'F', null].indexOf(grade),
			['2029-06-30', '2029-01-01', '2028-12-31', null].indexOf(date),
		];
		fc.assert(
			fc.property(fc.array(entries, { minLength: 1, maxLength: 8 }), (held) => {
				const emails = held.map((_entry, place) => `person-${place}@example.net`);
				const cells = reverse({
					personal_emails: emails,
					personal_emails_risk_score: held.map(({ grade }) => grade),
					personal_emails_status: held.map(({ date }) => date),
				});
				const chosen = emails.indexOf(String(cells.personal_email));
				const [grade, date] = rank(held[chosen]);
				held.forEach((entry, place) => {
					const [otherGrade, otherDate] = rank(entry);
					const better =
						otherGrade < grade ||
						(otherGrade === grade && (otherDate < date || (otherDate === date && place < chosen)));
					expect(better).toBe(false);
				});
				expect([cells.personal_email_risk_score, cells.personal_email_validated_at]).toEqual([
					held[chosen].grade,
					held[chosen].date,
				]);
			}),
			{ seed: 201, numRuns: 500 },
		);
	});
});

describe('the form of an e-mail', () => {
	it.each([
		['ada@example.com', 'plain'],
		['Ada.Example+x@mail.example.com', 'plain'],
		[MD5, 'hashed'],
		[MD5.toUpperCase(), 'hashed'],
		['0'.repeat(40), 'hashed'],
		['f'.repeat(64), 'hashed'],
		['a**@example.com', 'masked'],
		['a••@example.com', 'masked'],
		['a…@example.com', 'masked'],
		['ada@e******.com', 'masked'],
		['***', 'masked'],
		['ada at example.com', 'masked'],
		['f'.repeat(33), 'masked'],
		[null, null],
		[undefined, null],
		[42, null],
	])('%j is %j', (email, form) => {
		expect(emailForm(email)).toBe(form);
		if (email === null || typeof email === 'string') {
			expect(reverse({ work_email_confirmed: email }).work_email_form).toBe(form);
			expect(best({ email }).personal_email_form).toBe(form);
		}
	});
});
