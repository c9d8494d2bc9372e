import fc from 'fast-check';
import { createHash } from 'node:crypto';
import type { Cells } from '../../../nodes/IdentityResolution/api/person/columns';
import { addressBook, isPlainEmail } from '../../../nodes/IdentityResolution/api/person/emails';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { columnsFrom, textFor, textsFor } from '../../../nodes/IdentityResolution/api/person/results';
import { linkedinToBestPersonalEmailUsa, linkedinToBusinessProfile, reverseEmailLookup } from '../../support/api/tools';

const reverse = reverseEmailLookup.columns.read;
const profile = linkedinToBusinessProfile.columns.read;
const best = linkedinToBestPersonalEmailUsa.columns.read;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const [a, b, c] = ['a@example.net', 'b@example.net', 'c@example.net'];
const [MD5_OF_A, MD5_OF_B] = [a, b].map(md5OfEmail);
const MASKED = 'a**@example.net';

type List = string | Array<string | null> | null;
const lists = (emails: unknown, grades: List = null, dates: List = null) => ({
	personal_emails: emails,
	personal_emails_risk_score: grades,
	personal_emails_status: dates,
});

describe('the best personal email is', () => {
	it.each<[string, List, List, List, string | null]>([
		['the best grade in either case', [a, b, c], ['C', 'a', 'B'], ['2029-03-01', '2029-01-01', '2029-02-01'], b],
		['a C rather than an unknown grade', [a, b], ['F', 'c'], ['2029-02-01', '2029-01-01'], b],
		['an empty grade rather than a D', [a, b], ['D', ''], [null, null], b],
		['the latest of equal grades', [a, b, c], ['A', 'A', 'A'], ['2029-01-01', '2029-03-01', '2029-02-01'], b],
		['the first without grades and dates', [b, a], null, null, b],
		['no D if there are fewer grades', [a, b], ['D'], ['2029-02-01', '2029-01-01'], b],
		['never an empty entry', [null, '', b], ['A', 'A', 'B'], ['2029-02-01', '2029-02-01', '2029-01-01'], b],
		['a single text', b, 'A', '2029-01-01', b],
		['none of an empty list', [], ['A'], ['2029-01-01'], null],
	])('%s', (_rule, emails, grades, dates, expected) => {
		expect(reverse(lists(emails, grades, dates))).toMatchObject({
			personal_email: expected,
			personal_email_obscured: null,
			personal_emails_obscured: null,
		});
	});

	it('the one in a field of its own', () => {
		expect(profile({ personal_email: c, personal_emails: [a, b] })).toMatchObject({
			personal_email: c,
			personal_emails: `${a}, ${b}`,
		});
		expect(profile({ personal_email: null, personal_emails: [a, b] })).toMatchObject({ personal_email: a });
	});

	it('the one in a field of its own, without the date and the grade of another one', () => {
		const { read } = columnsFrom({
			best: textFor('personal_email'),
			personal_emails: textsFor('listed_emails'),
			personal_emails_risk_score: textsFor('listed_riskScore'),
			personal_emails_status: textsFor('listed_validatedAt'),
		});
		expect(read({ best: c, ...lists([a], ['A'], ['2029-01-01']) })).toMatchObject({
			personal_email: c,
			personal_email_validated_at: null,
			personal_email_risk_score: null,
			personal_emails: a,
		});
	});

	it('an address of the list if the field of its own is obscured', () => {
		expect(profile({ personal_email: MASKED, personal_emails: [MD5_OF_A, b] })).toMatchObject({
			personal_email: b,
			personal_emails: b,
			personal_email_obscured: MASKED,
			personal_emails_obscured: MD5_OF_A,
		});
	});

	it('never worse than another, for any lists', () => {
		const GRADES = ['A', 'B', 'F', 'D'];
		const entries = fc.record({
			isPlain: fc.boolean(),
			grade: fc.constantFrom(null, ...GRADES),
			date: fc.constantFrom(null, '2028-12-31', '2029-01-01', '2029-06-30'),
		});
		const rank = ({ isPlain, grade, date }: { isPlain: boolean; grade: string | null; date: string | null }) => [
			isPlain ? 0 : 1,
			GRADES.indexOf(grade ?? 'F'),
			['2029-06-30', '2029-01-01', '2028-12-31', null].indexOf(date),
		];
		fc.assert(
			fc.property(fc.array(entries, { minLength: 1, maxLength: 8 }), (listed) => {
				const addresses = listed.map((_entry, place) => `person-${place}@example.net`);
				const emails = addresses.map((one, place) => (listed[place].isPlain ? one : md5OfEmail(one)));
				const grades = listed.map(({ grade }) => grade);
				const cells = reverse(
					lists(
						emails,
						grades,
						listed.map(({ date }) => date),
					),
				);
				const chosen = emails.indexOf(String(cells.personal_email ?? cells.personal_email_obscured));
				listed.forEach((entry, place) => {
					const [one, other] = [rank(listed[chosen]), rank(entry)];
					const differing = one.findIndex((part, at) => part !== other[at]);
					expect(differing < 0 ? chosen <= place : one[differing] < other[differing]).toBe(true);
				});
				expect([cells.personal_email_risk_score, cells.personal_email_validated_at]).toEqual([
					listed[chosen].grade,
					listed[chosen].date,
				]);
				const joined = (some: string[]) => some.join(', ') || null;
				expect([cells.personal_emails, cells.personal_emails_obscured]).toEqual([
					joined(emails.filter(isPlainEmail)),
					joined(emails.filter((email) => !isPlainEmail(email))),
				]);
			}),
			{ seed: 201, numRuns: 500 },
		);
	});
});

describe('a tool separates addresses from obscured emails', () => {
	it.each<[string, 'address' | 'obscured']>([
		['ada@example.com', 'address'],
		[MD5_OF_A, 'obscured'],
		['a**@example.com', 'obscured'],
		['ada at example.com', 'obscured'],
	])('%j: %s', (email, column) => {
		const [plain, obscured] = column === 'address' ? [email, null] : [null, email];
		const details = { personal_email_risk_score: 'B', personal_email_validated_at: '2029-12-01' };
		expect(best({ email, risk_score: 'b ', last_validated_at: '2029-12-01' })).toEqual({
			...details,
			personal_email: plain,
			personal_email_obscured: obscured,
		});
		expect(reverse({ ...lists([email], ['B'], ['2029-12-01']), work_email_confirmed: email })).toMatchObject<Cells>(
			{
				...details,
				work_email: plain,
				work_email_obscured: obscured,
				personal_email: plain,
				personal_email_obscured: obscured,
				personal_emails: plain,
				personal_emails_obscured: obscured,
			},
		);
		expect(profile({ business_email: email, personal_email: email })).toMatchObject<Cells>({
			work_email: plain,
			work_email_obscured: obscured,
			personal_email: plain,
			personal_email_obscured: obscured,
		});
	});

	it.each([[null], [undefined], [''], [[]], [[null, '']]])('and leaves all columns null for %j', (email) => {
		const none = { personal_email: null, personal_email_obscured: null };
		expect(best({ email })).toMatchObject(none);
		expect(reverse({ ...lists(email), work_email_confirmed: email })).toMatchObject({
			...none,
			work_email: null,
			work_email_obscured: null,
			personal_emails: null,
			personal_emails_obscured: null,
		});
	});

	it('and describes the best address if a list contains both', () => {
		const dates = ['2029-03-01', '2029-01-01', '2029-02-01', '2029-04-01'];
		expect(reverse(lists([MD5_OF_A, b, MASKED, c], ['A', 'D', 'B', 'D'], dates))).toMatchObject({
			personal_email: c,
			personal_email_risk_score: 'D',
			personal_email_validated_at: '2029-04-01',
			personal_emails: `${b}, ${c}`,
			personal_email_obscured: MD5_OF_A,
			personal_emails_obscured: `${MD5_OF_A}, ${MASKED}`,
		});
	});
});

describe('a hash becomes a known address', () => {
	const book = addressBook(() => [a, b]);

	it.each([
		['an MD5', MD5_OF_A],
		['a SHA-256', sha256(a)],
	])('if it is %s', (_what, hash) => {
		expect(best({ email: hash, risk_score: 'B' }, book)).toMatchObject({
			personal_email: a,
			personal_email_risk_score: 'B',
			personal_email_obscured: null,
		});
		expect(profile({ business_email: hash, personal_email: hash, personal_emails: [b] }, book)).toMatchObject({
			work_email: a,
			work_email_obscured: null,
			personal_email: a,
			personal_email_obscured: null,
			personal_emails: b,
		});
		expect(reverse({ ...lists([hash]), work_email_confirmed: hash }, book)).toMatchObject<Cells>({
			work_email: a,
			work_email_obscured: null,
			personal_email: a,
			personal_email_obscured: null,
			personal_emails: a,
			personal_emails_obscured: null,
		});
	});

	it.each([
		['without known addresses', MD5_OF_A, undefined],
		['if it is the hash of another address', md5OfEmail(c), book],
	])('but not %s', (_case, email, addresses) => {
		expect(best({ email }, addresses)).toMatchObject({ personal_email: null, personal_email_obscured: email });
		expect(reverse(lists([email]), addresses)).toMatchObject({
			personal_emails: null,
			personal_emails_obscured: email,
		});
	});

	it('with the grade and the date of the hash', () => {
		expect(reverse(lists([b, MD5_OF_A], ['c', 'a'], ['2029-02-01', '2029-01-01']), book)).toMatchObject({
			personal_email: a,
			personal_email_risk_score: 'A',
			personal_email_validated_at: '2029-01-01',
			personal_emails: `${b}, ${a}`,
			personal_emails_obscured: null,
		});
	});

	it('and other hashes stay beside it', () => {
		const unknown = md5OfEmail(c);
		expect(reverse(lists([unknown, MD5_OF_B], ['A', 'D']), book)).toMatchObject({
			personal_email: b,
			personal_email_risk_score: 'D',
			personal_email_obscured: unknown,
			personal_emails: b,
			personal_emails_obscured: unknown,
		});
	});
});

describe('an email that is listed several times', () => {
	const book = addressBook(() => [a, b]);

	it.each<[string, string[], List, string, string | null]>([
		['is listed once in either case', [a, 'A@Example.net', b], null, `${a}, ${b}`, null],
		['has its best grade, also if a later one is worse', [a, b, a], ['A', 'B', 'D'], `${a}, ${b}`, 'A'],
		['is not of grade D if it has no grade elsewhere', [a, a], ['D', null], a, null],
		['is listed once beside its MD5', [a, MD5_OF_A], ['B', 'A'], a, 'A'],
		['is listed once for its MD5 and its SHA-256', [sha256(b), MD5_OF_B, b], ['C', 'B', 'D'], b, 'B'],
	])('%s', (_rule, emails, grades, all, grade) => {
		expect(reverse(lists(emails, grades), book)).toMatchObject({
			personal_email: all.split(', ')[0],
			personal_emails: all,
			personal_email_risk_score: grade,
			personal_email_obscured: null,
			personal_emails_obscured: null,
		});
	});
});

describe('emails under usual names', () => {
	it('fill the columns of either kind, and one of no kind that of work emails', () => {
		expect(profile({ email: a, private_email: b })).toMatchObject({ work_email: a, personal_email: b });
	});

	it('fill the column of obscured emails beside that of the address', () => {
		expect(profile({ emails: [MASKED, a] })).toMatchObject({ work_email: a, work_email_obscured: MASKED });
	});
});
