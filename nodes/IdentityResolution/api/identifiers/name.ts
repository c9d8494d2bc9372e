import type { JsonObject } from '../json';
import { invalid, type IdentifierReading } from './identifier';

/** A person by name and company: trimmed cells, empty if they have no value. */
export interface NameCells {
	name: string;
	firstName: string;
	lastName: string;
	company: string;
	companyDomain: string;
}

const NEEDED = 'Use Name, or First Name and Last Name, with Company or Company Domain';

/** Reads a person by name and company. The key ignores case and spaces; the value has the fields of the request. */
export function readName(cells: NameCells): IdentifierReading {
	const { name, firstName, lastName, company } = cells;
	const hasName = name !== '' || (firstName !== '' && lastName !== '');
	const domain = domainOf(cells.companyDomain);
	if (Object.values(cells).every((cell) => cell === '')) return { is: 'blank' };
	if (!hasName) return invalid(`The name is incomplete. ${NEEDED}`);
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

const keyOf = (fields: JsonObject) => JSON.stringify(fields).normalize('NFC').toLowerCase().replace(/\s+/g, ' ');

const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}$/u;

/** Returns the domain of a cell, also from a web address or an e-mail; null if it has none. */
function domainOf(cell: string): string | null {
	const host = cell
		.toLowerCase()
		.replace(/^[a-z]+:\/\//, '')
		.replace(/[/?#:].*$/, '')
		.replace(/^.*@/, '')
		.replace(/^www\./, '');
	return host === '' || DOMAIN.test(host) ? host : null;
}
