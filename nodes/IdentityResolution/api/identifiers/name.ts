import { isPlaceholder } from '../values/nothing';
import { type JsonObject } from '../values/json';
import {
	canonicalHost,
	hasLookalikes,
	identified,
	inOneSpelling,
	invalid,
	quoted,
	type IdentifierReading,
} from './identifier';
import { INPUT_KINDS, inputKindOf, type InputKind } from './readCell';

/** A person by name and company: trimmed cells, empty if they have no value. */
export type NameCells = Record<
	'name' | 'firstName' | 'lastName' | 'company' | 'companyDomain',
	string
>;

const NO_NAME: ReadonlySet<InputKind> = new Set<InputKind>([
	'number',
	'date',
	'phone',
	'md5',
	'sha',
	'webAddress',
]);
/** A dot without a space behind it, as in J.Smith. */
const INITIAL = /^(?:\p{L}{1,3}\.)+\p{Lu}\p{Ll}+$/u;
/** A company may have the name of its domain, or be a number. */
const NO_COMPANY_NAME: ReadonlySet<InputKind> = new Set<InputKind>([
	...['date', 'phone', 'md5', 'sha', 'email', 'noPerson', 'list', 'profile', 'linkedinPage'],
] as InputKind[]);
/** Times, UUIDs, unfilled templates, yes and no. */
const NO_WORD = /^\d|[{}[\]<>|=]|^[\da-f]{8}-[\da-f]{4}-|^(?:true|false|yes|no)$/i;

const NEEDED = 'Use Name, or First Name and Last Name, with Company or Company Domain';

const refused = (text: string, problem: string) => invalid(`${quoted(text)} ${problem}. ${NEEDED}`);

/**
 * Reads a person by name and company. The key ignores case; the value has the fields of the
 * request.
 */
export function readName(row: NameCells): IdentifierReading {
	const given = [row.name, row.firstName, row.lastName, row.company];
	const tooLong = given.find(({ length }) => length > LONGEST.name);
	if (tooLong !== undefined) return refused(tooLong, `is longer than ${LONGEST.name} characters`);
	const [name, firstName, lastName, employer] = given.map(inOneSpelling);
	const cells = [name, firstName, lastName, employer, row.companyDomain];
	if (cells.every((cell) => cell === '')) return { is: 'blank' };
	const called = fieldsOfName(name, firstName, lastName);
	const whole = wholeName(called);
	if (whole === '') return invalid(`The name is incomplete. ${NEEDED}`);
	const names = [name, firstName, lastName];
	const company = NO_COMPANY.test(employer) ? '' : employer;
	const domain = domainBeside(company, row.companyDomain);
	const refusal =
		formulaErrorIn(cells) ??
		refusedNames(names) ??
		refusedCompany(company) ??
		refusedPerson(names, whole, company) ??
		refusedDomain(domain, company);
	if (refusal !== null) return refusal;
	const value = { ...called };
	if (company !== '') value.company = company;
	if (domain) value.company_domain = domain;
	return identified({ kind: 'name', key: `name:${JSON.stringify(value).toLowerCase()}`, value });
}

/** First and last name if both are filled, or else the whole name. */
function fieldsOfName(name: string, firstName: string, lastName: string): JsonObject {
	if (firstName === '' || lastName === '') return { name };
	return { first_name: firstName, last_name: lastName };
}

const wholeName = ({ name, first_name, last_name }: JsonObject): string =>
	String(name ?? `${String(first_name)} ${String(last_name)}`);

/** The domain of a cell; null if it has none. A company is found by its name alone. */
function domainBeside(company: string, cell: string): string | null {
	const domain = domainOf(cell);
	if (company === '' || domain === null || !isMailService(domain)) return domain;
	return '';
}

/** Why cells are invalid; null if they are not. */
type Refused = IdentifierReading | null;

function formulaErrorIn(cells: readonly string[]): Refused {
	const odd = cells.find((cell) => inputKindOf(cell) === 'formulaError');
	return odd === undefined ? null : refused(odd, 'is a formula error');
}

function refusedNames(names: readonly string[]): Refused {
	const wrong = names.find((cell) => NO_NAME.has(inputKindOf(cell)) && !INITIAL.test(cell));
	if (wrong !== undefined)
		return refused(wrong, `is ${INPUT_KINDS[inputKindOf(wrong)][0]}, not a name`);
	const template = names.find((cell) => NO_WORD.test(cell));
	return template === undefined ? null : refused(template, 'is not a name');
}

function refusedCompany(company: string): Refused {
	const kind = inputKindOf(company);
	if (NO_COMPANY_NAME.has(kind))
		return refused(company, `is ${INPUT_KINDS[kind][0]}, not a company`);
	const isNone = isMailService(company.toLowerCase()) || /^(?:true|false)$|[{}]/i.test(company);
	return isNone ? refused(company, 'is not a company') : null;
}

function refusedPerson(names: readonly string[], whole: string, company: string): Refused {
	// Pronouns in brackets are no address.
	if (/[@/]/.test(names.join('').replace(/\([^()@]*\)/g, '')))
		return invalid(`The name contains an address. ${NEEDED}`);
	const otherKind = otherThanName(whole, company);
	return otherKind === null ? null : refused(whole, `is ${otherKind}, not a name`);
}

function refusedDomain(domain: string | null, company: string): Refused {
	if (domain === null)
		return invalid('Company Domain is not a domain. Use one such as example.com');
	if (isMailService(domain)) return refused(domain, 'is a mail service, not the company');
	if (company + domain === '') return invalid(`The company is missing. ${NEEDED}`);
	return null;
}

/**
 * One text for each company of a request, its name or its domain, because either tells who the
 * person is.
 */
export function personsNamed(at: JsonObject): string[] {
	const whole = wholeName(at);
	const companies = (['company', 'company_domain'] as const).filter(
		(field) => at[field] !== undefined,
	);
	return companies.map((field) => JSON.stringify([whole, field, at[field]]).toLowerCase());
}

/** What people write who work for no company. */
const NO_COMPANY = /^(?:self[- ]?employed|freelancer?|unemployed|retired)$/i;

/** Services at which everybody may have a mailbox. */
const FREE_MAIL =
	/^(?:(?:www|m|mail|outlook)\.)?(?:(?:yahoo|hotmail|outlook|live|gmx)\.(?:com?(?:\.[a-z]{2})?|[a-z]{2}|net)|(?:gmail|googlemail|ymail|rocketmail|msn|icloud|me|mac|aol|mail|protonmail|qq|163|126|naver|tutanota|fastmail|yandex|rediffmail)\.com|(?:proton|pm)\.me|(?:web|t-online|freenet)\.de|(?:mail|inbox|list|bk|rambler|yandex)\.ru|(?:orange|wanadoo|free|sfr)\.fr|laposte\.net|libero\.it|(?:comcast|verizon|att|cox|sbcglobal)\.net|(?:btinternet|foxmail|duck)\.com|wp\.pl|seznam\.cz|posteo\.de)$/;

/** Whether everybody may have a mailbox at a host. */
export const isMailService = (host: string): boolean => FREE_MAIL.test(host);

const LEGAL_FORM =
	/\s(?:ltd|limited|inc|incorporated|llc|llp|plc|corp|corporation|gmbh|pty ltd|co\. kg|s\.r\.l)\.?$/i;

const TITLE_WORDS =
	'account,administrator,analyst,assistant,associate,business,ceo,cfo,chief,chro,cmo,co-founder,cofounder,consultant,' +
	'coo,cro,cto,customer,developer,development,digital,director,engineer,engineering,executive,finance,financial,' +
	'founder,general,global,head,hr,it,junior,lead,manager,managing,marketing,of,officer,operating,operations,owner,partner,' +
	'president,product,project,recruiter,regional,representative,revenue,sales,senior,software,specialist,success,svp,' +
	'technical,technology,the,vice,vp,' +
	'geschäftsführer,geschäftsführerin,inhaber,inhaberin,directeur,directrice,gérant,gérante,gerente,directora';
const TITLES: ReadonlySet<string> = new Set(TITLE_WORDS.split(','));

const PLACEHOLDER_NAMES =
	/^(?:test (?:user|test|name|contact)|(?:no|some|any) name|first last|max mustermann)$/i;

/** Titles of columns, as in a sheet that repeats its first line. */
const COLUMN_TITLES =
	/^(?:(?:full |contact |your )?name|first ?name,? last ?name|first ?name|last ?name|vorname nachname)$/i;

/** Says what a text is if it is not the name of a person; null if it may be one. */
function otherThanName(name: string, company: string): string | null {
	if (name.toLowerCase() === company.toLowerCase() || LEGAL_FORM.test(name)) return 'a company';
	if (isPlaceholder(name) || PLACEHOLDER_NAMES.test(name)) return 'a placeholder';
	if (COLUMN_TITLES.test(name)) return 'the title of a column';
	const words = name.toLowerCase().split(/[\s,&/]+/);
	return words.every((word) => TITLES.has(word)) ? 'a job title' : null;
}

/** Characters. */
const LONGEST = { name: 300, host: 253, address: 2_000 };

const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)$/u;

/** A page of a company on a site of others, whose domain is not that of the company. */
const PROFILE_PAGE =
	/^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*(?:linkedin|facebook|twitter|x|instagram|crunchbase)\.com\/./i;

/** Returns the domain of a cell, also from a web address or an email; null if it has none. */
export function domainOf(cell: string): string | null {
	if (cell.length > LONGEST.address || PROFILE_PAGE.test(cell)) return null;
	const host = cell
		.replace(/^[a-z]+:\/\//i, '')
		.replace(/[/?#:][^]*$/, '')
		.replace(/^.*@/, '')
		.replace(/^www\./i, '')
		.replace(/[.,;]$/, '');
	if (host === '') return host;
	if (host.length > LONGEST.host || !DOMAIN.test(host) || hasLookalikes(host)) return null;
	return canonicalHost(host);
}
