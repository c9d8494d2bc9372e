import { FRESHNESS_DAYS } from './data/calendar';
import { COMPANY_COUNT, companyOf, type Company } from './data/companies';
import { directorySlug, emailOfSlug, FIRST_NAMES, LAST_NAMES, slugOfEmail, slugOfHash } from './data/directory';
import { drawsOf, hash32, shareOf } from './random';

/** A synthetic person: everything but the slug depends on the slug and the seed. */
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
	workEmail: string;
	workEmailForm: ObscuredForm;
	/** The best one first, by grade and by date; it is `emailOf(person)`. */
	personalEmails: readonly PersonalEmail[];
	/** Digits with country code, of the reserved 555-01xx range; null for `test-no-phone` alone. */
	phone: string | null;
	/** Where a tool whose phone field the contract does not show returns the phone. */
	phoneField: PhoneField;
	workRiskScore: string;
	workValidation: number;
}

type ObscuredForm = 'masked' | 'hashed';

export const PHONE_FIELDS = ['mobile_phone', 'phone', 'mobile', 'phone_numbers', 'contact'] as const;
export type PhoneField = (typeof PHONE_FIELDS)[number];

export interface PersonalEmail {
	email: string;
	form: ObscuredForm;
	riskScore: string;
	/** The day of the 90-day cycle on which the email is validated; null for a catch-all domain, which has no date. */
	validation: number | null;
}

const SENIORITIES = [
	{ seniority: 'Entry', title: (area: string) => `${area} Associate` },
	{ seniority: 'Senior', title: (area: string) => `Senior ${area} Specialist` },
	{ seniority: 'Manager', title: (area: string) => `${area} Manager` },
	{ seniority: 'Director', title: (area: string) => `Director of ${area}` },
	{ seniority: 'VP', title: (area: string) => `VP of ${area}` },
	{ seniority: 'C-Level', title: (area: string) => `Chief ${area} Officer` },
];
const FUNCTIONAL_AREAS = 'Sales Marketing Engineering Finance Operations People Product Data Legal Security'.split(' ');
const AREA_CODES = [202, 206, 212, 303, 312, 404, 415, 503, 512, 617, 702, 808];
const CATCH_ALL_SHARE = 0.04;
const SECOND_EMAIL_SHARE = 0.4;
/** The contract shows no grade but A. Grades occur in either case. */
const BEST_RISK_SCORES = ['A', 'A', 'A', 'a', 'B'];
const RISK_SCORES = ['A', 'a', 'B', 'C', 'b', 'E'];
const LESSER_RISK_SCORES = ['C', 'c', 'D', 'd', 'F', 'f'];
const BAD_EMAIL = { slug: 'test-bad-email', riskScore: 'D' };

/** Whether the service has data for an identifier: depends on its canonical key, the seed and the hit rate alone. */
export const isHeld = (key: string, seed: number, hitRate: number): boolean => shareOf(seed, `held|${key}`) < hitRate;

/**
 * The person behind a canonical key (`linkedin:<slug>`, `email:<address>`, `hem:<md5>`); the same for the same seed.
 * A slug of lower-case words and its `emailOf` lead to the same person, and so does the MD5 of that email for people
 * of the directory (`syntheticPeople`). Any other email or MD5 is a person of its own.
 */
export const personFor = (key: string, seed: number): Person => personOf(slugFor(key, seed), seed);

/** The name that a request by name asks for: a service finds namesakes. @param body in JSON, in lower case */
export function nameAsked(body: string): Pick<Person, 'firstName' | 'lastName'> | null {
	const { name, first_name: first, last_name: last } = JSON.parse(body) as Record<string, string | undefined>;
	const words = name?.split(' ') ?? [first, last].filter((word) => word !== undefined);
	if (words.length === 0) return null;
	return { firstName: capital(words[0]), lastName: words.slice(1).map(capital).join(' ') };
}

export const slugOf = (person: Person): string => person.slug;

/** The person's best personal email: depends on the slug alone. */
export const emailOf = (person: Person): string => emailOfSlug(person.slug);

/** The first `count` people of the seed's directory, for example sheets: all different, with slugs `first-last-NNN`. */
export const syntheticPeople = (seed: number, count: number): Person[] =>
	Array.from({ length: count }, (_, index) => personOf(directorySlug(seed, index), seed));

function slugFor(key: string, seed: number): string {
	const colon = key.indexOf(':');
	const kind = key.slice(0, colon);
	const value = key.slice(colon + 1);
	if (kind === 'linkedin') return value;
	const known = kind === 'email' ? slugOfEmail(value) : kind === 'hem' ? slugOfHash(value, seed) : null;
	return known ?? slugOfStranger(key, seed);
}

/**
 * The slug of a person who is known by an address alone. Its number is a second hash, so that no two addresses share a
 * person.
 */
function slugOfStranger(key: string, seed: number): string {
	const draws = drawsOf(seed, `own|${key}`);
	return `${draws.pick(FIRST_NAMES)}-${draws.pick(LAST_NAMES)}-${hash32(`number|${seed}|${key}`)}`;
}

const OUR_FIRST_NAMES = new Set(FIRST_NAMES);
const OUR_LAST_NAMES = new Set(LAST_NAMES);

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The order of the draws decides who people are: a draw that is added or moved changes everyone. */
function personOf(slug: string, seed: number): Person {
	const draws = drawsOf(seed, `person|${slug}`);
	const [first, last] = slug.split('-', 2);
	// Only our own names are taken from a slug, so that a real person's slug makes no profile in their name.
	const hasOurNames = OUR_FIRST_NAMES.has(first) && OUR_LAST_NAMES.has(last);
	const firstName = capital(hasOurNames ? first : draws.pick(FIRST_NAMES));
	const lastName = capital(hasOurNames ? last : draws.pick(LAST_NAMES));
	const role = draws.pick(SENIORITIES);
	const functionalArea = draws.pick(FUNCTIONAL_AREAS);
	const company = companyOf(draws.below(COMPANY_COUNT), seed);
	const email = emailOfSlug(slug);
	const local = email.slice(0, email.indexOf('@'));
	const noDate = slug === 'test-catch-all' || (!slug.startsWith('test-') && draws.share() < CATCH_ALL_SHARE);
	const bestValidation = noDate ? null : draws.below(FRESHNESS_DAYS);
	const lesserScore = draws.pick(LESSER_RISK_SCORES);
	// Never validated later than the best one, so that the best is the best by date as well.
	const lesserValidation = draws.share() < 0.5 ? null : bestValidation;
	const hasSecond = draws.share() < SECOND_EMAIL_SHARE;
	const drawn = {
		workEmailForm: formOf(draws.share(), 0.5),
		phone: slug === 'test-no-phone' ? null : phoneOf(draws.pick(AREA_CODES), draws.below(100)),
		workRiskScore: draws.pick(RISK_SCORES),
		workValidation: draws.below(FRESHNESS_DAYS),
	};
	const isTest = slug.startsWith('test-');
	const bestScore = draws.pick(BEST_RISK_SCORES);
	const best: PersonalEmail = {
		email,
		riskScore: slug === BAD_EMAIL.slug ? BAD_EMAIL.riskScore : isTest ? 'A' : bestScore,
		validation: bestValidation,
		form: formOf(draws.share(), 0.3),
	};
	const second: PersonalEmail = {
		email: `${local}@example.net`,
		riskScore: lesserScore,
		validation: lesserValidation,
		form: formOf(draws.share(), 0.5),
	};
	return {
		...drawn,
		slug,
		firstName,
		lastName,
		title: role.title(functionalArea),
		seniority: role.seniority,
		functionalArea,
		country: 'United States',
		company,
		workEmail: `${local}@${company.domain}`,
		personalEmails: hasSecond ? [best, second] : [best],
		phoneField: isTest ? 'mobile_phone' : draws.pick(PHONE_FIELDS),
	};
}

const formOf = (share: number, masked: number): ObscuredForm => (share < masked ? 'masked' : 'hashed');

const phoneOf = (areaCode: number, last: number) => `1${areaCode}55501${String(last).padStart(2, '0')}`;
