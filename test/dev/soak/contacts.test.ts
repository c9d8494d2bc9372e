import { emailOf, personFor } from '../../../dev/sandbox/people';
import { BLOCK, Blocks, keyOf, KINDS, profileOf } from '../../../dev/soak/contacts';

const SEED = 1;

it('all identifiers of a contact lead to the same person', () => {
	for (const contact of new Blocks(SEED).contactsOf(7)) {
		for (const kind of KINDS) expect(personFor(keyOf(contact, kind), SEED)).toMatchObject({ slug: contact.slug });
		expect(emailOf(personFor(keyOf(contact, 'linkedin'), SEED))).toBe(contact.email);
		expect(profileOf(contact)).toBe(`https://www.linkedin.com/in/${contact.slug}`);
	}
});

it('no two blocks have a person in common, and every key tells its block', () => {
	const blocks = new Blocks(SEED);
	const taken: number[] = [];
	for (let block = blocks.take(); block !== undefined; block = blocks.take()) taken.push(block);
	const contacts = taken.flatMap((block) => blocks.contactsOf(block).map((contact) => ({ block, contact })));
	expect(contacts).toHaveLength(taken.length * BLOCK);
	expect(new Set(contacts.map(({ contact }) => contact.slug)).size).toBe(contacts.length);
	expect(
		contacts.every(({ block, contact }) => KINDS.every((kind) => blocks.blockOf(keyOf(contact, kind)) === block)),
	).toBe(true);
});

it('a block that was given back is taken after all that are free', () => {
	const blocks = new Blocks(SEED);
	const first = blocks.take() as number;
	blocks.giveBack(first);
	const others: Array<number | undefined> = [];
	for (let block = blocks.take(); block !== first; block = blocks.take()) others.push(block);
	expect(new Set(others).size).toBe(others.length);
	expect(others).not.toContain(undefined);
	expect(blocks.take()).toBeUndefined();
});
