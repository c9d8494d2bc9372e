import type { JsonObject } from '../json';
import { canonicalHost } from '../url';
import { hasLookalikes, inOneSpelling, invalid, quoted, type IdentifierReading } from './identifier';
import { INPUT_KINDS, inputKindOf, type InputKind } from './readCell';

/** A person by name and company: trimmed cells, empty if they have no value. */
export interface NameCells {
	name: string;
	firstName: string;
	lastName: string;
	company: string;
	companyDomain: string;
}

const NO_NAME: ReadonlySet<InputKind> = new Set<InputKind>(['number', 'date', 'phone', 'md5', 'sha']);

const NEEDED = 'Use Name, or First Name and Last Name, with Company or Company Domain';

/** Reads a person by name and company. The key ignores case; the value has the fields of the request. */
export function readName(given: NameCells): IdentifierReading {
	const tooLong = [given.name, given.firstName, given.lastName, given.company].find(
		({ length }) => length > LONGEST.name,
	);
	if (tooLong !== undefined)
		return invalid(`${quoted(tooLong)} is longer than ${LONGEST.name} characters. ${NEEDED}`);
	const cells = {
		name: inOneSpelling(given.name),
		firstName: inOneSpelling(given.firstName),
		lastName: inOneSpelling(given.lastName),
		company: inOneSpelling(given.company),
		companyDomain: given.companyDomain,
	};
	const { name, firstName, lastName, company } = cells;
	const hasName = name !== '' || (firstName !== '' && lastName !== '');
	const domain = domainOf(cells.companyDomain);
	if (Object.values(cells).every((cell) => cell === '')) return { is: 'blank' };
	if (!hasName) return invalid(`The name is incomplete. ${NEEDED}`);
	const odd = Object.values<string>({ ...cells }).find((cell) => inputKindOf(cell) === 'formulaError');
	if (odd !== undefined) return invalid(`${quoted(odd)} is a formula error. ${NEEDED}`);
	const wrong = [name, firstName, lastName].find((cell) => NO_NAME.has(inputKindOf(cell)));
	if (wrong !== undefined)
		return invalid(`${quoted(wrong)} is ${INPUT_KINDS[inputKindOf(wrong)][0]}, not a name. ${NEEDED}`);
	if (/[@/]/.test(name + firstName + lastName)) return invalid(`The name contains an address. ${NEEDED}`);
	if (domain === null) return invalid('Company Domain is not a domain. Use one such as example.com');
	if (company === '' && domain === '') return invalid(`The company is missing. ${NEEDED}`);
	const fields = {
		...(firstName !== '' && lastName !== '' ? { first_name: firstName, last_name: lastName } : { name }),
		...(company !== '' && { company }),
		...(domain !== '' && { company_domain: domain }),
	};
	return { is: 'identifier', identifier: { kind: 'name', key: `name:${keyOf(fields)}`, value: fields } };
}

const keyOf = (fields: JsonObject) => JSON.stringify(fields).toLowerCase();

/** Characters. */
const LONGEST = { name: 300, host: 253, address: 2_000 };

const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)$/u;

/** A page of a company on a site of others, whose domain is not that of the company. */
const PROFILE_PAGE = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*(?:linkedin|facebook|twitter|x|instagram|crunchbase)\.com\/./i;

/** Returns the domain of a cell, also from a web address or an email; null if it has none. */
function domainOf(cell: string): string | null {
	if (cell.length > LONGEST.address || PROFILE_PAGE.test(cell)) return null;
	const host = cell
		.replace(/^[a-z]+:\/\//i, '')
		.replace(/[/?#:][^]*$/, '')
		.replace(/^.*@/, '')
		.replace(/^www\./i, '');
	if (host === '') return host;
	return host.length <= LONGEST.host && DOMAIN.test(host) && !hasLookalikes(host) ? canonicalHost(host) : null;
}
