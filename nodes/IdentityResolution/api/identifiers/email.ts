import { addressesIn, countAddresses, isEmail } from './addresses';
import {
	canonicalHost,
	hasLookalikes,
	identified,
	invalid,
	quoted,
	trimmed,
	withoutInvisible,
	withoutJoiners,
	type IdentifierReading,
} from './identifier';

export const EXPECTED_EMAIL = 'Use an email address such as ada@example.com';

/**
 * Addresses that belong to no person, by what they are, in words. Data about them would not be
 * about the row.
 */
const OF_NO_PERSON: ReadonlyArray<[is: string, ...patterns: RegExp[]]> = [
	['a guest account', /#ext#/],
	[
		'a return address of mail software',
		/^(?:bounces?|verp|prvs|msprvs\d?|srs[01])[-+=]|^(?:bounces?|mailer-daemon)@|[-+]bounces[@+]|@bounces?\.[^@.]+\./,
		/=[^@=]+\.\p{L}{2,}@/u,
	],
	[
		'an address that accepts no mail',
		/^(?:no[-_.]?(?:reply|responder?)|(?:do|please|ne)?[-_.]?(?:not|no|pas)[-_.]?(?:reply|repondre)|keine?[-_.]?antwort|nao[-_.]?responda)(?:[-_+][^@]*|\d*)@/,
		/[@.]noreply\.|@bcc\.hubspot\.com$|@(?:group|resource|import)\.calendar\.google\.com$|^healthmailbox[\da-f]{10}/,
	],
	[
		'the id of a message',
		/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}@|^(?:\d{12,14}\.[^@]*|(?=[\d.]{16})\d+(?:\.\d+){2,})@/,
		/^[\da-f]{8,}\$[\da-f$]+@|^tencent_[\da-f]+@|^(?=(?:[^@\d]*\d){4})(?:e?1[\da-z]{5}-[\da-z]{6,11}-[\da-z]{2,4})@|^[\da-f]{8}\.\d{7}@/,
		/^of[\da-f]{8}\.[\da-f]{8}-on|\.javamail\.|\.qmail@|^(?=(?:[^@\d]*\d+[a-z]){4})(?=[^@]*[g-z])[\w=$-]{32,}@/,
		/@(?:mail\.gmail\.com|(?:[^@]+\.)?mail\.yahoo\.com|(?:[^@]+\.)?amazonses\.com|[^@]+\.prod\.(?:outlook|exchangelabs)\.com)$/,
	],
	['an id of WhatsApp', /^[\d-]+@(?:s\.whatsapp\.net|[cg]\.us)$/],
	['at a server that is not on the internet', /\.(?:invalid|localhost)$|\.\d+$/],
	[
		'a placeholder',
		/^(?:no[-_.]?e?mail|null|undefined|none|unknown|not[-_.]?(?:available|provided|known)|your[-_.]?e?mail)@/,
		/^(na|test|asdf|xxx|example)@\1\./,
	],
];

/** What an address of no person is, in words; undefined for others. */
export const ofNoPerson = (address: string): string | undefined => {
	const lower = address.toLowerCase();
	return OF_NO_PERSON.find(([, ...patterns]) =>
		patterns.some((pattern) => pattern.test(lower)),
	)?.[0];
};

/**
 * Reads an email address (contract: Reverse email profile). The value is what the key is made of,
 * except for the case of the part before the @: composed letters, and the host in lower case and
 * ASCII.
 */
export function readEmail(cell: string): IdentifierReading {
	const text = withoutInvisible(trimmed(cell));
	if (!isEmail(text)) return notAnAddress(text);
	if (hasLookalikes(text))
		return invalid(
			`${quoted(text)} has a letter that only looks like one of A to Z. Type the address again`,
		);
	const at = text.indexOf('@');
	const host = canonicalHost(text.slice(at + 1).normalize('NFC'));
	if (host === null) return notAnAddress(text);
	const value = `${text.slice(0, at).normalize('NFC')}@${host}`;
	return identified({ kind: 'email', key: `email:${value.toLowerCase()}`, value });
}

const notAnAddress = (text: string) =>
	invalid(`${quoted(text)} is not an email address. ${EXPECTED_EMAIL}`);

/** Characters of a cell that contains a name and an address. */
const LONGEST_CELL = 1_000;

/**
 * Reads a cell with one email address, also with a name, a label or brackets around it, or several
 * times. Stricter than `readEmail`, which reads the service's replies: an address of no person
 * could match a stranger.
 */
export function readEmailCell(cell: string): IdentifierReading {
	const text = trimmed(cell);
	if (text.length > LONGEST_CELL) return readEmail(text);
	const clean = withoutJoiners(withoutInvisible(text));
	const addresses = isEmail(clean) ? [clean] : addressesIn(clean);
	if (addresses.length === 0) return { is: 'blank' };
	const readings = new Map<string, IdentifierReading>();
	for (const address of addresses) {
		const reading = readEmail(address);
		if (reading.is !== 'identifier') return isEmail(address) ? reading : notOneAddress(text);
		if (!readings.has(reading.identifier.key)) readings.set(reading.identifier.key, reading);
	}
	const isOnly = clean === addresses[0] || countAddresses(text) < 2;
	if (readings.size > 1 || !isOnly) return notOneAddress(text);
	const [first] = readings.values();
	return withoutNoPerson(first, addresses[0], text);
}

function withoutNoPerson(
	reading: IdentifierReading,
	address: string,
	text: string,
): IdentifierReading {
	const wrong = ofNoPerson(address);
	if (wrong === undefined) return reading;
	return invalid(`${quoted(text)} is ${wrong}, not an address of a person`);
}

function notOneAddress(text: string): IdentifierReading {
	const count = countAddresses(text);
	if (count > 1) return invalid(`${quoted(text)} contains ${count} email addresses. Keep one`);
	if (count === 0 || !/[\s,;|]/.test(text)) return notAnAddress(text);
	return invalid(
		`${quoted(text)} contains other words than an email address. Keep the address alone`,
	);
}
