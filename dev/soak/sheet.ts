import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import type { PersonKind } from '../../nodes/IdentityResolution/api/person/sources';
import { LINKEDIN_SPELLINGS } from '../benchmark/sheet';
import type { ExpectedAnswer } from '../oracle/oracle';
import { DIRECTORY_SIZE, directorySlug, emailOfSlug } from '../sandbox/data/directory';
import { isHeld } from '../sandbox/people';
import type { Draws } from '../sandbox/random';

/** Decides who is found. It never changes, because output rows are checked against it. */
export const SERVICE = { seed: 1, hitRate: 0.7 };

/** A person's LinkedIn slug, email, and MD5 of the email. */
export type Contact = Readonly<Record<PersonKind, string>>;

/** The canonical key of a person, as the sandbox's ledger writes it. */
export const keyOf = (contact: Contact, kind: PersonKind): string => `${kind}:${contact[kind]}`;

/** All people in the sandbox's directory. Only they are found by all three identifiers. */
export const directory = (): Contact[] =>
	Array.from({ length: DIRECTORY_SIZE }, (_, place) => {
		const linkedin = directorySlug(SERVICE.seed, place);
		const email = emailOfSlug(linkedin);
		return { linkedin, email, hem: md5OfEmail(email) };
	});

/** An input row, and the answer to it if no fault or limit prevents it. */
export interface SheetRow {
	json: { id: number; phone: '' | 'yes' } & Contact;
	/** Null if the row holds no identifier. */
	contact: Contact | null;
	expected: ExpectedAnswer;
}

const MIN_ROWS = 10;
const DUPLICATES = 0.25;
const PHONES = 0.3;
const BLANKS = 0.04;
const TYPOS = 0.04;

const SPELLINGS: Record<PersonKind, ReadonlyArray<(contact: Contact) => string>> = {
	linkedin: LINKEDIN_SPELLINGS.map((write) => (contact) => write(contact.linkedin)),
	email: [({ email }) => email, ({ email }) => ` ${email.toUpperCase()} `, ({ email }) => `mailto:${email}`],
	hem: [({ hem }) => hem, ({ hem }) => hem.toUpperCase()],
};
const BLANK_CELLS = ['   ', 'unknown', 'n/a'];
const WRONG_CELLS: Record<PersonKind, readonly string[]> = {
	linkedin: ['https://www.linkedin.com/company/example', 'www.example.com/in/somebody', '42'],
	email: ['somebody(at)example.com', 'example.com', 'two words@example.com'],
	hem: ['a'.repeat(40), 'not a hash', '12345'],
};

/**
 * Returns a random sheet with at most as many rows as there are contacts, with duplicates in other spellings, blanks
 * and typos.
 * @param kinds identifiers that the operation reads; each row holds one of them
 */
export function makeSheet(kinds: readonly PersonKind[], contacts: readonly Contact[], draws: Draws): SheetRow[] {
	let people = 0;
	return Array.from({ length: MIN_ROWS + draws.below(contacts.length - MIN_ROWS + 1) }, (_, place): SheetRow => {
		const isDuplicate = people > 0 && draws.share() < DUPLICATES;
		const contact = contacts[isDuplicate ? draws.below(people) : people++];
		const kind = draws.pick(kinds);
		const phone = draws.share() < PHONES ? 'yes' : '';
		const jsonWith = (cell: string) =>
			({ id: place + 1, phone, linkedin: '', email: '', hem: '', [kind]: cell }) as const;
		const share = draws.share();
		if (share < BLANKS)
			return { json: jsonWith(draws.pick(BLANK_CELLS)), contact: null, expected: { is: 'blank' } };
		if (share < BLANKS + TYPOS)
			return { json: jsonWith(draws.pick(WRONG_CELLS[kind])), contact: null, expected: { is: 'invalid' } };
		// An operation that reads several identifiers also looks up the hash of an email.
		const known: PersonKind[] = kind === 'email' && kinds.length > 1 ? ['email', 'hem'] : [kind];
		const isFound = known.some((one) => isHeld(keyOf(contact, one), SERVICE.seed, SERVICE.hitRate));
		const expected: ExpectedAnswer = isFound ? { is: 'hit', answer: contact.email } : { is: 'miss' };
		return { json: jsonWith(draws.pick(SPELLINGS[kind])(contact)), contact, expected };
	});
}
