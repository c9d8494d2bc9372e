import { FRESHNESS_DAYS } from './calendar';
import { drawsOf, hash32, shareOf } from './chance';
import { COMPANY_COUNT, companyOf, type Company } from './companies';
import { directorySlug, slugOfHash } from './directory';
import { AREA_CODES, FIRST_NAMES, FUNCTIONAL_AREAS, LAST_NAMES, SENIORITIES } from './names';
import { emailOfSlug, slugOfEmail } from './slugs';

/** A synthetic person: everything but the slug follows from the slug and the seed. */
export interface Person {
	/** LinkedIn slug, or LinkedIn's own case-sensitive id. */
	slug: string;
	firstName: string;
	lastName: string;
	title: string;
	seniority: string;
	functionalArea: string;
	country: string;
	company: Company;
	/** At the company's domain. */
	workEmail: string;
	/** How a tool that is asked by e-mail tells the work e-mail. */
	workEmailForm: 'masked' | 'hashed';
	/** The best one first, by grade and by date; it is `emailOf(person)`. */
	personalEmails: readonly PersonalEmail[];
	/** Digits with country code, of the reserved 555-01xx range; null for nobody but `test-no-phone`. */
	phone: string | null;
	workRiskScore: string;
	/** Like `PersonalEmail.validation`. */
	workValidation: number;
}

export interface PersonalEmail {
	email: string;
	riskScore: string;
	/** The day of the 90-day round on which it is validated anew, or null where a catch-all domain leaves no date. */
	validation: number | null;
}

const CATCH_ALL_SHARE = 0.04;
const SECOND_EMAIL_SHARE = 0.4;
const RISK_SCORES = ['A', 'A', 'B', 'C'] as const;
const LESSER_RISK_SCORES = ['B', 'C'] as const;

/** Whether the service holds data on an identifier: decided by its canonical key, the seed and the hit rate alone. */
export const isHeld = (key: string, seed: number, hitRate: number): boolean => shareOf(seed, `held|${key}`) < hitRate;

/**
 * The person behind a canonical key (`linkedin:<slug>`, `email:<address>`, `hem:<md5>`): always the same one for
 * the same seed. People who are named by a slug of lower-case words are the same person under that slug and under
 * `emailOf`; those of the directory (`syntheticPeople`) under the MD5 of that e-mail as well. Any other e-mail or MD5
 * is a person of its own.
 */
export const personFor = (key: string, seed: number): Person => personOf(slugFor(key, seed), seed);

/** The person's LinkedIn slug. */
export const slugOf = (person: Person): string => person.slug;

/** The person's best personal e-mail: a function of the slug alone. */
export const emailOf = (person: Person): string => emailOfSlug(person.slug);

/** The first `count` people of the seed's directory, for example sheets: all different, all with a slug `first-last-NNN`. */
export const syntheticPeople = (seed: number, count: number): Person[] =>
	Array.from({ length: count }, (_, index) => personOf(directorySlug(seed, index), seed));

function slugFor(key: string, seed: number): string {
	const colon = key.indexOf(':');
	const kind = key.slice(0, colon);
	const value = key.slice(colon + 1);
	if (kind === 'linkedin') return value;
	const known = kind === 'email' ? slugOfEmail(value) : kind === 'hem' ? slugOfHash(value, seed) : null;
	return known ?? ownSlug(key, seed);
}

/** The slug of somebody who is known by an address alone. Two hashes, so that no two addresses share a person. */
function ownSlug(key: string, seed: number): string {
	const draws = drawsOf(seed, `own|${key}`);
	return `${draws.pick(FIRST_NAMES)}-${draws.pick(LAST_NAMES)}-${hash32(`number|${seed}|${key}`)}`;
}

const FIRST = new Set<string>(FIRST_NAMES);
const LAST = new Set<string>(LAST_NAMES);

function personOf(slug: string, seed: number): Person {
	const draws = drawsOf(seed, `person|${slug}`);
	const [first, last] = slug.split('-', 2);
	// Only names of our own lists are read from a slug: a real person's slug must not make a profile in their name.
	const named = FIRST.has(first) && LAST.has(last);
	const firstName = capital(named ? first : draws.pick(FIRST_NAMES));
	const lastName = capital(named ? last : draws.pick(LAST_NAMES));
	const role = draws.pick(SENIORITIES);
	const functionalArea = draws.pick(FUNCTIONAL_AREAS);
	const company = companyOf(draws.below(COMPANY_COUNT), seed);
	const email = emailOfSlug(slug);
	const local = email.slice(0, email.indexOf('@'));
	const noDate = slug === 'test-catch-all' || (!slug.startsWith('test-') && draws.share() < CATCH_ALL_SHARE);
	const best: PersonalEmail = { email, riskScore: 'A', validation: noDate ? null : draws.below(FRESHNESS_DAYS) };
	const second: PersonalEmail = {
		email: `${local}@example.net`,
		riskScore: draws.pick(LESSER_RISK_SCORES),
		// Never validated later than the best one, so that the best is the best by date as well.
		validation: draws.share() < 0.5 ? null : best.validation,
	};
	const hasSecond = draws.share() < SECOND_EMAIL_SHARE;
	return {
		slug,
		firstName,
		lastName,
		title: role.title(functionalArea),
		seniority: role.seniority,
		functionalArea,
		country: 'United States',
		company,
		workEmail: `${local}@${company.domain}`,
		workEmailForm: draws.share() < 0.5 ? 'masked' : 'hashed',
		personalEmails: hasSecond ? [best, second] : [best],
		phone: slug === 'test-no-phone' ? null : phone(draws.pick(AREA_CODES), draws.below(100)),
		workRiskScore: draws.pick(RISK_SCORES),
		workValidation: draws.below(FRESHNESS_DAYS),
	};
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const phone = (areaCode: string, last: number) => `1${areaCode}55501${String(last).padStart(2, '0')}`;
