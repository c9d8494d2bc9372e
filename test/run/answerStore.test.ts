import fc from 'fast-check';
import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import { hashOf, type StoredAnswer } from '../../nodes/IdentityResolution/api/answersText';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { linkedinToMobilePhone } from '../support/api/tools';
import { AnswerStore } from '../../nodes/IdentityResolution/run/answerStore';
import type { Lookup } from '../../nodes/IdentityResolution/service/lookup';
import { forgedText, answersText, SIGN, signWith, storeOf } from '../support/api/answersText';
import { businessProfile, hashedEmail, lookupFor, personalEmail, reverseEmail } from '../support/run/lookups';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 8, 1);
const ADA = { full_name: 'Ada Example', mobile_phone: '12025550123' };
const BEA = { full_name: 'Bea Other' };

/** An answer about the person of a text; a miss without results. */
const stored = (tool: Tool, text: string, results: unknown, more: Partial<StoredAnswer> = {}): StoredAnswer => ({
	tool: tool.name,
	key: lookupFor(tool, text).identifier.key,
	phone: 'without',
	found: results !== null,
	results,
	at: NOW,
	...more,
});
const profile = (results: unknown, more: Partial<StoredAnswer> = {}) =>
	stored(businessProfile, 'ada-example', results, more);
const BEA_PROFILE = stored(businessProfile, 'bea-example', BEA);
const PROFILE = lookupFor(businessProfile, 'ada-example');
const WITH_PHONE = lookupFor(businessProfile, 'ada-example', 'with');
const SPELLED = lookupFor(businessProfile, 'https://uk.linkedin.com/in/ADA-example/');
const EMAIL_MISS = stored(personalEmail, 'ada-example', null);
const HASHED = stored(hashedEmail, 'ada@example.com', ADA);
const BY_MD5 = lookupFor(hashedEmail, md5OfEmail('ada@example.com'));
const BY_EMAIL = lookupFor(reverseEmail, 'ada@example.com');
const EARLIER = { at: NOW - 1 };
const PHONE = { phone: 'with' } as const;
const PHONE_ONLY = lookupFor(linkedinToMobilePhone, 'ada-example', 'with');
const OTHER_PHONE = stored(linkedinToMobilePhone, 'ada-example', { mobile_phone: '12025550199' }, PHONE);
const PHONE_MISS = stored(linkedinToMobilePhone, 'ada-example', null, PHONE);
const BEA_WITH_PHONE = { ...BEA, mobile_phone: '12025550199' };

function storeWith(answers: readonly StoredAnswer[], store = new AnswerStore(SIGN)): AnswerStore {
	for (const answer of answers) store.add(answer);
	return store;
}

/** Undefined if the store has no answer. */
const resultsIn = (store: AnswerStore, lookup: Lookup) => store.find(lookup)?.answer.results;

describe.each<[string, (answers: readonly StoredAnswer[]) => AnswerStore]>([
	['a text', (answers) => storeOf(answersText(answers))],
	['several texts', (answers) => storeOf(...answers.map((answer) => answersText([answer])))],
	['this execution', (answers) => storeWith(answers)],
])('find, with answers of %s,', (_origin, storeFrom) => {
	it('returns the outcome of a hit', () => {
		expect(storeFrom([profile(ADA)]).find(PROFILE)).toEqual({
			is: 'found',
			answer: { found: true, results: ADA, metadata: null, at: NOW },
			phone: 'as_requested',
		});
	});

	it('returns the outcome of a miss', () => {
		const miss = profile({ note: 'No match' }, { found: false });
		expect(storeFrom([miss]).find(PROFILE)).toEqual({
			is: 'not_found',
			answer: { found: false, results: { note: 'No match' }, metadata: null, at: NOW },
			phone: 'as_requested',
		});
	});

	it.each<[string, StoredAnswer[], Lookup, unknown]>([
		['nothing without answers', [], PROFILE, undefined],
		['no answer of another tool', [EMAIL_MISS], PROFILE, undefined],
		['no answer about another person', [BEA_PROFILE], PROFILE, undefined],
		['the answer about the person among others', [BEA_PROFILE, profile(ADA)], PROFILE, ADA],
		['an answer by another spelling', [profile(ADA)], SPELLED, ADA],
		['an answer about an email by its MD5', [HASHED], BY_MD5, ADA],
		['no answer by the MD5 for a lookup by email', [{ ...HASHED, tool: reverseEmail.name }], BY_EMAIL, undefined],
		['an answer with the phone', [profile(ADA, PHONE)], WITH_PHONE, ADA],
		['an answer with the phone for the lookup without it', [profile(ADA, PHONE)], PROFILE, ADA],
		['no answer without the phone for the lookup with it', [profile(BEA)], WITH_PHONE, undefined],
		['a phone that came without being asked for', [profile(ADA)], WITH_PHONE, ADA],
		['the phone of another tool', [profile(ADA)], PHONE_ONLY, { mobile_phone: ADA.mobile_phone }],
		['the phone of another tool beside a known profile', [profile(BEA), OTHER_PHONE], WITH_PHONE, BEA_WITH_PHONE],
		['no phone of another tool without a known profile', [OTHER_PHONE], WITH_PHONE, undefined],
		[
			'the phone of another tool, if the tool itself had none',
			[PHONE_MISS, profile(ADA)],
			PHONE_ONLY,
			{ mobile_phone: ADA.mobile_phone },
		],
		['the phone that another tool returned', [profile(BEA, PHONE), OTHER_PHONE], WITH_PHONE, BEA_WITH_PHONE],
		['the later miss of the tool itself', [PHONE_MISS, profile(ADA, EARLIER)], PHONE_ONLY, null],
		[
			'no earlier profile if a later one is a miss',
			[profile(BEA, EARLIER), profile(null, PHONE), { ...OTHER_PHONE, at: NOW - 2 }],
			WITH_PHONE,
			null,
		],
		['the miss of the tool itself, if no tool had a phone', [PHONE_MISS, profile(BEA)], PHONE_ONLY, null],
		['the latest answer', [profile(BEA, EARLIER), profile(ADA)], PROFILE, ADA],
		['the latest answer, a miss', [profile(ADA, EARLIER), profile(null)], PROFILE, null],
		['the latest answer, with the phone', [profile(BEA, EARLIER), profile(ADA, PHONE)], PROFILE, ADA],
		['the latest answer, without it', [profile(BEA, { ...PHONE, ...EARLIER }), profile(ADA)], PROFILE, ADA],
		['the hit of two answers of one time', [profile(null), profile(ADA)], PROFILE, ADA],
		['the answer of known time', [profile(BEA, { at: null }), profile(ADA)], PROFILE, ADA],
		['the only answer, of unknown time', [profile(ADA, { at: null })], PROFILE, ADA],
	])('finds %s, in any order', (_which, answers, lookup, results) => {
		for (const order of [answers, [...answers].reverse()])
			expect(resultsIn(storeFrom(order), lookup)).toEqual(results);
	});
});

describe('an answer', () => {
	const MAX_AGE = 2 * DAY;
	const withMaxAge = (...answers: StoredAnswer[]) => storeWith(answers, new AnswerStore(SIGN, NOW - MAX_AGE));

	it.each<[string, number | null, unknown, number]>([
		['younger than Max Age counts', NOW - DAY, ADA, 0],
		['as old as Max Age counts', NOW - MAX_AGE, ADA, 0],
		['older than Max Age is expired', NOW - MAX_AGE - 1, undefined, 1],
		['of unknown age is expired', null, undefined, 1],
	])('%s, and is kept for other workflows', (_age, at, results, expired) => {
		const store = withMaxAge(profile(ADA, { at }));
		expect(resultsIn(store, PROFILE)).toEqual(results);
		expect(store.expired).toBe(expired);
		expect(store.about(PROFILE.identifier.key)).toEqual([profile(ADA, { at })]);
	});

	it('with the phone of another tool is as old as the older of both', () => {
		const store = withMaxAge(profile(BEA), { ...OTHER_PHONE, at: NOW - DAY });
		expect(store.find(WITH_PHONE)?.answer.at).toBe(NOW - DAY);
	});

	it('is expired for its phone, too', () => {
		const store = withMaxAge(profile(ADA, { ...PHONE, at: 0 }));
		expect(resultsIn(store, PHONE_ONLY)).toBeUndefined();
	});

	it('is expired once for each lookup that needed it', () => {
		const store = withMaxAge(
			profile(ADA, { at: 0, phone: 'with' }),
			stored(personalEmail, 'ada-example', ADA, { at: 0 }),
		);
		expect(store.expired).toBe(0);
		for (const lookup of [PROFILE, WITH_PHONE]) store.find(lookup);
		expect(store.expired).toBe(1);
		store.find(lookupFor(personalEmail, 'ada-example'));
		store.find(lookupFor(personalEmail, 'bea-example'));
		expect(store.expired).toBe(2);
	});
});

describe('about', () => {
	it('returns the latest answer to each lookup of a person, and none about others', () => {
		const texts = [[profile(BEA, { at: NOW - DAY }), profile(ADA)], [EMAIL_MISS]];
		const store = storeOf(...texts.map((answers) => answersText(answers)));
		storeWith([profile(ADA, PHONE), BEA_PROFILE], store);
		expect(store.about('linkedin:ada-example')).toEqual([profile(ADA), EMAIL_MISS, profile(ADA, PHONE)]);
		expect(store.about('linkedin:cid-example')).toEqual([]);
	});

	it('returns the answers about an email and its MD5 for both', () => {
		const byEmail = stored(reverseEmail, 'ada@example.com', ADA);
		for (const store of [storeOf(answersText([byEmail, HASHED])), storeWith([byEmail, HASHED])])
			for (const key of [byEmail.key, HASHED.key]) expect(store.about(key)).toEqual([byEmail, HASHED]);
	});

	it('includes answers that were added after it was asked', () => {
		const store = storeWith([profile(ADA)]);
		expect(store.about(PROFILE.identifier.key)).toHaveLength(1);
		store.add(profile(ADA, PHONE));
		expect(store.about(PROFILE.identifier.key)).toHaveLength(2);
		store.addText(answersText([EMAIL_MISS]));
		expect(store.about(PROFILE.identifier.key)).toHaveLength(3);
	});

	it('does not confuse two people of one hash', () => {
		const people = ['person-67110', 'person-400670'];
		expect(new Set(people.map((name) => hashOf(`linkedin:${name}`))).size).toBe(1);
		const answers = people.map((name) => stored(businessProfile, name, { name }));
		const store = storeOf(answersText(answers));
		for (const answer of answers) expect(store.about(answer.key)).toEqual([answer]);
	});

	it('decodes the texts about a person once, also if rows ask about others in between', () => {
		const mailbox = stored(reverseEmail, 'info@example.com', ADA);
		const store = storeOf(answersText([profile(ADA)]), answersText([mailbox]));
		const [first] = store.about(mailbox.key);
		expect(first).toEqual(mailbox);
		store.about(PROFILE.identifier.key);
		expect(store.about(mailbox.key)[0]).toBe(first);
	});
});

describe('emailsOf', () => {
	it('returns the email that an answer is about, by its MD5', () => {
		const text = answersText([HASHED, stored(reverseEmail, 'ada@example.com', null)]);
		expect(storeOf(text).emailsOf(BY_MD5.identifier)).toEqual([BY_EMAIL.identifier]);
	});

	it.each<[string, StoredAnswer[]]>([
		['without answers', []],
		['if all answers are about the MD5', [HASHED]],
		['of another person', [stored(reverseEmail, 'bea@example.com', BEA)]],
	])('returns none %s', (_when, answers) => {
		expect(storeWith(answers).emailsOf(BY_MD5.identifier)).toEqual([]);
	});
});

describe('a text', () => {
	const AUTHENTIC = answersText([profile(ADA)]);
	const FOREIGN = answersText([profile(BEA)], signWith('another_secret'));
	const FORGED = forgedText('[{"t":"linkedin_to_business_profile","k":"linkedin:ada-example"}]');
	const CUT = AUTHENTIC.slice(0, -4);

	it('that is not authentic is counted, answers nothing, and does not replace one that is', () => {
		const store = new AnswerStore(SIGN);
		expect([FOREIGN, FORGED, CUT].map((text) => store.addText(text))).toEqual([false, false, false]);
		expect([store.rejected, store.isEmpty, store.find(PROFILE)]).toEqual([3, true, undefined]);
		expect([AUTHENTIC, FORGED].map((text) => store.addText(text))).toEqual([true, false]);
		expect([store.rejected, resultsIn(store, PROFILE)]).toEqual([4, ADA]);
	});

	it.each([
		[NOW, ADA, 0],
		[NOW + 1, undefined, 1],
	])('whose latest answer is of %d is authentic up to a time, and else counts once', (at, results, rejected) => {
		const store = new AnswerStore(SIGN, -Infinity, NOW);
		const miss = { ...EMAIL_MISS, at };
		for (let row = 0; row < 2; row++) store.addText(answersText([profile(ADA), miss]));
		for (const lookup of [PROFILE, WITH_PHONE, SPELLED]) expect(resultsIn(store, lookup)).toEqual(results);
		expect(store.rejected).toBe(rejected);
	});

	it('counts about however many people, and beside however many others', () => {
		const people = Array.from({ length: 25 }, (_, place) => stored(businessProfile, `person-${place}`, ADA));
		const times = Array.from({ length: 50 }, (_, place) => answersText([profile(BEA, { at: NOW - 50 + place })]));
		const store = storeOf(...times, AUTHENTIC, answersText(people));
		expect(resultsIn(store, PROFILE)).toEqual(ADA);
		expect(people.map(({ key }) => store.about(key))).toEqual(people.map((answer) => [answer]));
		expect(store.rejected).toBe(0);
	});

	it('is ignored without a secret, but answers of this run are used', () => {
		const store = new AnswerStore(null);
		expect([AUTHENTIC, FORGED].map((text) => store.addText(text))).toEqual([false, false]);
		expect(store.find(PROFILE)).toBeUndefined();
		store.add(profile(BEA));
		expect(resultsIn(store, PROFILE)).toEqual(BEA);
	});
});

it('a store of texts and answers in any order and mixture finds the latest answer to each lookup', () => {
	const people = ['ada-example', 'bea-example', 'cid-example', 'dan-example'];
	const tools = [businessProfile, personalEmail];
	const answer = fc
		.record({
			tool: fc.constantFrom(...tools),
			person: fc.constantFrom(...people),
			results: fc.option(fc.dictionary(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }))),
			at: fc.integer({ min: NOW - 5 * DAY, max: NOW }),
		})
		.map(({ tool, person, results, at }) => stored(tool, person, results, { at }));
	const texts = fc.array(fc.array(answer, { minLength: 1, maxLength: 4 }), { maxLength: 12 });
	fc.assert(
		fc.property(texts, fc.array(answer, { maxLength: 4 }), (written, added) => {
			const store = storeWith(added, storeOf(...written.map((answers) => answersText(answers))));
			for (const lookup of tools.flatMap((tool) => people.map((person) => lookupFor(tool, person)))) {
				const given = [...written.flat(), ...added].filter(
					({ tool, key }) => tool === lookup.tool.name && key === lookup.identifier.key,
				);
				const newest = Math.max(...given.map(({ at }) => Number(at)));
				const latest = given.filter(({ at }) => at === newest).map(({ results }) => results);
				const expected = latest.length === 0 ? [undefined] : latest;
				expect(expected).toContainEqual(resultsIn(store, lookup));
			}
		}),
		{ seed: 341, numRuns: 200 },
	);
});
