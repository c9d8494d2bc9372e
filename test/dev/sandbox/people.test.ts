import fc from 'fast-check';
import { isEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { readIdentifier } from '../../../nodes/IdentityResolution/api/identifiers/readIdentifier';
import { TOOLS } from '../../../nodes/IdentityResolution/api/tools';
import { validatedOn } from '../../../dev/sandbox/calendar';
import { DIRECTORY_SIZE } from '../../../dev/sandbox/directory';
import { emailOf, isHeld, personFor, slugOf, syntheticPeople } from '../../../dev/sandbox/people';
import { missOf, resultsOf } from '../../../dev/sandbox/results';
import { emailOfSlug, slugOfEmail } from '../../../dev/sandbox/slugs';
import { NOON } from './asking';

const SEED = 5;
const slugs = fc.stringMatching(/^[a-z0-9]{1,8}(?:-[a-z0-9]{1,8}){0,3}$/);
const keys = fc.oneof(
	slugs.map((slug) => `linkedin:${slug}`),
	fc.stringMatching(/^ACoAA[A-Za-z0-9_-]{8}$/).map((id) => `linkedin:${id}`),
	fc.stringMatching(/^[a-z]{1,9}(?:\.[a-z]{1,9})?$/).map((local) => `email:${local}@example.org`),
	fc.stringMatching(/^[0-9a-f]{32}$/).map((md5) => `hem:${md5}`),
);

describe('people', () => {
	test('are the same for the same key and seed', () => {
		fc.assert(
			fc.property(keys, (key) => expect(personFor(key, SEED)).toEqual(personFor(key, SEED))),
			{ seed: 21 },
		);
		const { slug, ...rest } = personFor('linkedin:ada-fernsby-7', SEED);
		const { slug: other, ...others } = personFor('linkedin:ada-fernsby-7', SEED + 1);
		expect([other, rest]).not.toEqual([slug, others]);
	});

	test('do not change from one version of the sandbox to the next', () => {
		const person = personFor('linkedin:ada-fernsby-123', 1);
		expect([person.firstName, person.lastName, emailOf(person)]).toEqual([
			'Ada',
			'Fernsby',
			'ada.fernsby.123@example.com',
		]);
		expect(syntheticPeople(1, 3).map(slugOf)).toEqual([
			'ezra-juniperton-100',
			'tova-alderbrook-101',
			'mara-tarnfield-102',
		]);
	});

	test('are one under their slug, their e-mail and its MD5', () => {
		for (const person of syntheticPeople(SEED, 200)) {
			const email = emailOf(person);
			expect(personFor(`linkedin:${slugOf(person)}`, SEED)).toEqual(person);
			expect(personFor(`email:${email}`, SEED)).toEqual(person);
			expect(personFor(`hem:${md5OfEmail(email)}`, SEED)).toEqual(person);
		}
	});

	test('are of their own seed, also by MD5', () => {
		for (const seed of [SEED, SEED + 1, SEED]) {
			const [person] = syntheticPeople(seed, 1);
			expect(personFor(`hem:${md5OfEmail(emailOf(person))}`, seed)).toEqual(person);
		}
	});

	test('are found by MD5 up to the end of the directory', () => {
		const last = syntheticPeople(SEED, DIRECTORY_SIZE + 1).slice(-2);
		const found = last.map(
			(person) => slugOf(personFor(`hem:${md5OfEmail(emailOf(person))}`, SEED)) === slugOf(person),
		);
		expect(found).toEqual([true, false]);
	});

	test('of the directory are all different, by slug and by e-mail', () => {
		const people = syntheticPeople(SEED, 5000);
		expect(new Set(people.map(slugOf)).size).toBe(5000);
		expect(new Set(people.map(emailOf)).size).toBe(5000);
	});

	test('have identifiers that the contract accepts, at reserved domains and numbers', () => {
		for (const person of syntheticPeople(SEED, 300)) {
			expect(slugOf(person)).toMatch(/^[a-z]+-[a-z]+-\d{3,}$/);
			expect(readIdentifier('linkedin', slugOf(person))).toMatchObject({
				is: 'identifier',
				identifier: { key: `linkedin:${slugOf(person)}` },
			});
			for (const email of [person.workEmail, ...person.personalEmails.map((each) => each.email)]) {
				expect(isEmail(email)).toBe(true);
				expect(email).toMatch(/[@.]example\.(?:com|net|org)$/);
			}
			expect(person.phone).toMatch(/^1[2-9]\d\d55501\d\d$/);
			expect(person.company.websiteUrl).toMatch(/^https:\/\/[a-z-]+\.example\.com$/);
		}
	});

	test('have their best personal e-mail first, by grade and by date', () => {
		const several = syntheticPeople(SEED, 500).flatMap(({ personalEmails: [best, ...others] }) =>
			others.map((other) => ({ best, other })),
		);
		expect(several.some(({ other }) => other.validation !== null)).toBe(true);
		for (const { best, other } of several) {
			expect(best.riskScore < other.riskScore).toBe(true);
			const dates = [best, other].map(({ validation }) => validatedOn(validation, NOON) ?? '');
			expect(dates[0] >= dates[1]).toBe(true);
		}
	});

	test('with names of their own: a slug of other names makes no profile in those names', () => {
		const person = personFor('linkedin:jane-doe', SEED);
		expect([person.firstName, person.lastName]).not.toEqual(['Jane', 'Doe']);
		expect(emailOf(person)).toBe('jane.doe@example.com');
	});
});

describe('slugs and e-mails', () => {
	test('a slug of words can be told from its e-mail', () => {
		fc.assert(
			fc.property(slugs, (slug) => expect(slugOfEmail(emailOfSlug(slug))).toBe(slug)),
			{ seed: 22, numRuns: 500 },
		);
	});

	test('different slugs have different e-mails, in whatever script', () => {
		const any = fc.oneof(
			slugs,
			fc.stringMatching(/^ACoAA[A-Za-z0-9_-]{8}$/),
			fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
		);
		fc.assert(
			fc.property(any, any, (one, other) => expect(emailOfSlug(one) === emailOfSlug(other)).toBe(one === other)),
			{ seed: 23, numRuns: 500 },
		);
		expect(emailOfSlug('ACoAAAbc')).not.toBe(emailOfSlug('ACoAAABC'));
	});

	test.each([
		['test-found@example.com', 'test-found'],
		['test.found@example.com', null],
		['ada@example.org', null],
		['a..b@example.com', null],
		['ada+tag@example.com', null],
	])('%s tells %s', (email, slug) => expect(slugOfEmail(email)).toBe(slug));
});

describe('hits', () => {
	test.each([0, 0.3, 0.8, 1])('a hit rate of %d finds that share', (rate) => {
		const found = Array.from({ length: 20_000 }, (_, index) =>
			isHeld(`linkedin:ada-fernsby-${index}`, SEED, rate),
		).filter(Boolean).length;
		expect(Math.abs(found / 20_000 - rate)).toBeLessThan(0.01);
	});

	test('whoever is found at a low rate is found at a higher one', () => {
		fc.assert(
			fc.property(keys, (key) => expect(isHeld(key, SEED, 0.2) && !isHeld(key, SEED, 0.7)).toBe(false)),
			{ seed: 24 },
		);
	});
});

describe('results', () => {
	const lookups = TOOLS.filter(({ family }) => family !== 'free');

	test.each(lookups.map((tool) => [tool.name, tool] as const))(
		'of %s keep its schema, and hold every field of it',
		(_name, tool) => {
			const fields = new Set(Object.keys((tool.result as unknown as { shape: object }).shape));
			fields.delete('mobile_phone');
			fc.assert(
				fc.property(keys, (key) => {
					const results = resultsOf(tool, personFor(key, SEED), null, NOON);
					expect(tool.result.safeParse(results).success).toBe(true);
					expect(new Set(Object.keys(results))).toEqual(fields);
				}),
				{ seed: 25 },
			);
			expect(tool.result.safeParse(missOf(tool)).success).toBe(true);
		},
	);

	const [reverse] = lookups.filter(({ name }) => name === 'reverse_email_lookup');
	const profiles = syntheticPeople(SEED, 500).map((person) => ({
		person,
		results: resultsOf(reverse, person, null, NOON),
	}));

	test('of an e-mail tool are strings with parallel lists, and tell no plain e-mail', () => {
		for (const { person, results } of profiles) {
			const {
				personal_emails: emails,
				personal_emails_status: dates,
				personal_emails_risk_score: grades,
				...others
			} = results;
			for (const value of Object.values(others)) expect(typeof value).toBe('string');
			expect([emails, dates, grades].map((list) => (list as unknown[]).length)).toEqual(
				Array(3).fill(person.personalEmails.length),
			);
			expect((emails as string[])[0]).toBe(md5OfEmail(emailOf(person)));
			for (const second of (emails as string[]).slice(1)) expect(second).toMatch(/^[a-z]\*\*\*@example\.net$/);
			for (const email of [person.workEmail, emailOf(person)])
				expect(JSON.stringify(results)).not.toContain(email);
		}
	});

	test('come in every form that the contract allows', () => {
		const works = profiles.map(({ results }) => String(results.work_email_confirmed));
		expect(
			works.some((email) => email.includes('***@')) && works.some((email) => /^[0-9a-f]{32}$/.test(email)),
		).toBe(true);
		const dates = profiles.flatMap(({ results }) => results.personal_emails_status as Array<string | null>);
		expect(dates.some((date) => date === null) && dates.some((date) => date !== null)).toBe(true);
		expect(profiles.some(({ results }) => (results.personal_emails as string[]).length > 1)).toBe(true);
	});

	test('tell a date of validation within 90 days, the same until it is refreshed', () => {
		const [best] = lookups.filter(({ name }) => name === 'linkedin_to_best_personal_email_usa');
		const person = syntheticPeople(SEED, 10).find(({ personalEmails }) => personalEmails[0].validation !== null);
		const dates = Array.from({ length: 200 }, (_, day) => {
			const now = NOON + day * 86_400_000;
			const { last_validated_at: date } = resultsOf(best, person!, null, now);
			const age = (now - Date.parse(`${String(date)}T12:00:00Z`)) / 86_400_000;
			expect(age).toBeGreaterThanOrEqual(0);
			expect(age).toBeLessThan(90);
			return date;
		});
		expect(new Set(dates).size).toBeLessThanOrEqual(4);
	});
});
