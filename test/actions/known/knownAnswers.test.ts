import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { readKnownAnswers } from '../../../nodes/IdentityResolution/actions/known/knownAnswers';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import type { StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { businessProfile, hashedEmail, lookupFor, personalEmail, reverseEmail } from '../../support/run/lookups';
import { resumeText } from '../../support/api/resumeText';
import { signer } from '../../../nodes/IdentityResolution/api/signature';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 8, 1);
const ADA = { full_name: 'Ada Example', mobile_phone: '12025550123' };
const BEA = { full_name: 'Bea Other' };

const paid = (tool: Tool, text: string, results: unknown, more: Partial<StoredAnswer> = {}): StoredAnswer => ({
	tool: tool.name,
	key: lookupFor(tool, text).identifier.key,
	phone: 'without',
	at: NOW,
	results,
	...more,
});
const known = (rows: IDataObject[], oldest = -Infinity) =>
	readKnownAnswers(
		rows.map((json) => ({ json })),
		'enriched_',
		oldest,
	);
const resultsOf = (answers: ReturnType<typeof known>, tool: Tool, text: string) => {
	const outcome = answers.cache(lookupFor(tool, text));
	return outcome?.is === 'found' || outcome?.is === 'not_found' ? outcome.answer.results : undefined;
};

describe('a known row', () => {
	it('answers hits and misses for every spelling of its identifier, by its resume text in a column of any prefix', () => {
		const text = resumeText([
			paid(reverseEmail, 'ada@example.com', null),
			paid(businessProfile, 'ada-example', ADA),
		]);
		const answers = known([{ crm_resume: text, full_name: 'Someone Else' }]);
		expect(resultsOf(answers, reverseEmail, 'Ada@Example.com')).toBeNull();
		expect(resultsOf(answers, businessProfile, 'https://uk.linkedin.com/in/ADA-example/')).toEqual(ADA);
	});

	it.each<[string, IDataObject]>([
		['in a column of another name', { notes: 'ADA' }],
		['beyond 60,000 characters', { a_resume: 'a'.repeat(29_990), b_resume: 'b'.repeat(29_990), c_resume: 'ADA' }],
	])('answers nothing by a text %s', (_where, cells) => {
		const text = resumeText([paid(businessProfile, 'ada-example', ADA)]);
		const texts = Object.entries(cells).map(([name, cell]) => [name, cell === 'ADA' ? text : `r1.${String(cell)}`]);
		const answers = known([Object.fromEntries(texts) as IDataObject]);
		expect(answers.cache(lookupFor(businessProfile, 'ada-example'))).toBeUndefined();
		expect(answers.size).toBe(0);
	});

	it('is decoded once if its text is about many people', () => {
		const slugs = Array.from({ length: 100 }, (_, place) => `person-${place}`);
		const crowd = resumeText(slugs.map((slug) => paid(businessProfile, slug, { full_name: slug })));
		const answers = known([
			{ resume: crowd },
			{ resume: resumeText([paid(personalEmail, 'person-7', null)]) },
			{ resume: resumeText([paid(businessProfile, 'person-8', ADA, { at: NOW + 1 })]) },
		]);
		expect(answers.size).toBe(102);
		for (const slug of slugs.slice(10))
			expect(resultsOf(answers, businessProfile, slug)).toEqual({ full_name: slug });
		expect(answers.about('linkedin:person-7').map(({ tool }) => tool)).toEqual([
			businessProfile.name,
			personalEmail.name,
		]);
		expect(answers.about('linkedin:person-7')).toBe(answers.about('linkedin:person-7'));
		expect(resultsOf(answers, businessProfile, 'person-8')).toEqual(ADA);
	});

	it('answers no other tool, person or phone', () => {
		const answers = known([{ resume: resumeText([paid(businessProfile, 'ada-example', ADA)]) }]);
		expect(answers.cache(lookupFor(personalEmail, 'ada-example'))).toBeUndefined();
		expect(answers.cache(lookupFor(businessProfile, 'bea-example'))).toBeUndefined();
		expect(answers.cache(lookupFor(businessProfile, 'ada-example', 'with'))).toBeUndefined();
	});

	it('answers a lookup without the phone by an answer with it', () => {
		const answers = known([{ resume: resumeText([paid(businessProfile, 'ada-example', ADA, { phone: 'with' })]) }]);
		expect(resultsOf(answers, businessProfile, 'ada-example')).toEqual(ADA);
	});

	it('is read once, however many copies of its text a store has', () => {
		const text = resumeText([paid(businessProfile, 'ada-example', ADA), paid(personalEmail, 'ada-example', null)]);
		const answers = known(Array.from({ length: 50 }, (_, id) => ({ id, resume: text })));
		expect(answers.size).toBe(2);
		expect(answers.about('linkedin:ada-example')).toHaveLength(2);
	});

	it('is decoded once if many rows are about its person, who may be a shared mailbox', () => {
		const rowsAbout = (count: number) =>
			known(
				Array.from({ length: count }, (_, row) => ({
					resume: resumeText([
						paid(reverseEmail, 'info@example.com', ADA, { at: NOW - row }),
						paid(businessProfile, `person-${row}`, ADA),
					]),
				})),
			);
		const [few, many] = [4, 50].map(rowsAbout);
		for (const answers of [few, many]) {
			expect(answers.about('email:info@example.com').map(({ at }) => at)).toEqual([NOW]);
			expect(resultsOf(answers, businessProfile, 'person-3')).toEqual(ADA);
		}
		expect(few.about('email:info@example.com')).not.toBe(few.about('email:info@example.com'));
		expect(many.about('email:info@example.com')).toBe(many.about('email:info@example.com'));
	});

	it('is about one person by email and by MD5', () => {
		const text = resumeText([
			paid(reverseEmail, 'ada@example.com', ADA),
			paid(hashedEmail, md5OfEmail('ada@example.com'), null),
		]);
		const answers = known([{ resume: text }]);
		const { identifier } = lookupFor(hashedEmail, md5OfEmail('ada@example.com'));
		expect(answers.about(identifier.key)).toHaveLength(2);
		expect(answers.about('email:ada@example.com')).toHaveLength(2);
		expect(answers.emailsOf(identifier)).toEqual([lookupFor(reverseEmail, 'ada@example.com').identifier]);
		expect(answers.cache(lookupFor(hashedEmail, md5OfEmail('ada@example.com')))?.is).toBe('not_found');
	});

	it('answers with an answer of any API key', () => {
		const text = resumeText([paid(businessProfile, 'ada-example', ADA)], signer('key_of_another_workflow'));
		expect(resultsOf(known([{ resume: text }]), businessProfile, 'ada-example')).toEqual(ADA);
	});

	it('does not answer with an unverified answer, and counts it', () => {
		const text = resumeText([
			paid(businessProfile, 'ada-example', ADA, { unverified: true }),
			paid(personalEmail, 'ada-example', null),
		]);
		const answers = known([{ resume: text }], NOW - DAY);
		expect(resultsOf(answers, businessProfile, 'ada-example')).toBeUndefined();
		expect(resultsOf(answers, personalEmail, 'ada-example')).toBeNull();
		expect(answers.about('linkedin:ada-example').map(({ tool }) => tool)).toEqual([personalEmail.name]);
		expect(answers).toMatchObject({ size: 1, expired: 0, unverified: 1, unreadable: 0 });
	});

	it('answers nothing if its text is damaged, and is counted', () => {
		const text = resumeText([paid(businessProfile, 'ada-example', ADA)]);
		const answers = known([{ resume: text.slice(0, -4) }, { resume: 'a note' }, { resume: null }]);
		expect(answers.cache(lookupFor(businessProfile, 'ada-example'))).toBeUndefined();
		expect(answers.unreadable).toBe(1);
	});
});

describe('of several answers to one lookup', () => {
	const row = (results: unknown, at: number | null) => ({
		resume: resumeText([paid(businessProfile, 'ada-example', results, { at })]),
	});

	it.each<[string, Array<[unknown, number | null]>, unknown]>([
		[
			'the latest counts',
			[
				[ADA, NOW],
				[BEA, NOW - DAY],
			],
			ADA,
		],
		[
			'a later miss counts',
			[
				[ADA, NOW - DAY],
				[null, NOW],
			],
			null,
		],
		[
			'a hit counts before a miss of the same time',
			[
				[null, NOW],
				[ADA, NOW],
			],
			ADA,
		],
		[
			'one of known time counts before others',
			[
				[BEA, null],
				[ADA, NOW],
			],
			ADA,
		],
	])('%s, in any order of rows', (_which, rows, expected) => {
		const written = rows.map(([results, at]) => row(results, at));
		for (const order of [written, [...written].reverse()])
			expect(resultsOf(known(order), businessProfile, 'ada-example')).toEqual(expected);
	});
});

describe('an answer', () => {
	it.each<[string, number | null, number]>([
		['younger than Max Age counts', NOW - DAY, 0],
		['as old as Max Age counts', NOW - 2 * DAY, 0],
		['older than Max Age is expired, and kept for other workflows', NOW - 2 * DAY - 1, 1],
		['of unknown age is expired, and kept for other workflows', null, 1],
	])('%s', (_age, at, expired) => {
		const rows = [{ resume: resumeText([paid(businessProfile, 'ada-example', ADA, { at })]) }];
		const answers = known(rows, NOW - 2 * DAY);
		expect(answers.expired).toBe(expired);
		expect(resultsOf(answers, businessProfile, 'ada-example')).toEqual(expired === 0 ? ADA : undefined);
		expect(answers.about('linkedin:ada-example')).toHaveLength(1);
	});
});

it('known rows in any order and mixture answer as each of them alone', () => {
	const people = ['ada-example', 'bea-example', 'cid-example', 'dan-example'];
	const tools = [businessProfile, personalEmail];
	const answer = fc.record({
		tool: fc.constantFrom(...tools),
		person: fc.constantFrom(...people),
		results: fc.option(fc.dictionary(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }))),
		at: fc.integer({ min: NOW - 5 * DAY, max: NOW }),
	});
	fc.assert(
		fc.property(fc.array(fc.array(answer, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), (rows) => {
			const cells = rows.map((one) =>
				resumeText(one.map(({ tool, person, results, at }) => paid(tool, person, results, { at }))),
			);
			const answers = known(cells.map((resume, id) => ({ id, resume })));
			for (const tool of tools)
				for (const person of people) {
					const given = rows.flat().filter((one) => one.tool === tool && one.person === person);
					const newest = Math.max(...given.map(({ at }) => at));
					const expected = given.filter(({ at }) => at === newest).map(({ results }) => results);
					const found = resultsOf(answers, tool, person);
					if (expected.length === 0) expect(found).toBeUndefined();
					else expect(expected).toContainEqual(found);
				}
		}),
		{ numRuns: 200 },
	);
});
