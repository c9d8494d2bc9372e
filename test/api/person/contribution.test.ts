import { createHash } from 'node:crypto';
import type { Cells } from '../../../nodes/IdentityResolution/api/person/columns';
import { withAddresses } from '../../../nodes/IdentityResolution/api/person/contribution';
import type { AddressBook } from '../../../nodes/IdentityResolution/api/person/emails';

const md5 = (email: string) => createHash('md5').update(email).digest('hex');

/** A contribution with the email behind a hash, if the address book has it. */
const contribution = (tool: string, cells: Cells) => ({
	tool,
	cells,
	readWith: (book: AddressBook): Cells => ({ work_email: book(String(cells.work_email_obscured)) ?? null }),
});
const hashed = contribution('a', { work_email_obscured: md5('ada@example.com') });

describe('withAddresses', () => {
	it.each<[string, string[], Cells[]]>([
		['the row', ['Ada@example.com'], []],
		['another contribution', [], [{ personal_email: 'ada@example.com' }]],
	])('replaces the hash of an address of %s', (_source, addresses, others) => {
		const all = [hashed, ...others.map((cells) => contribution('b', cells))];
		const [first, ...rest] = withAddresses(all, () => addresses);
		expect(first).toEqual({ tool: 'a', cells: { work_email: 'ada@example.com' } });
		expect(rest.map(({ cells }) => cells)).toEqual(others);
	});

	it('reads nothing again, and asks for no address, without a hash', () => {
		const plain = [contribution('a', { work_email: 'ada@example.com', work_email_obscured: 'a***@example.com' })];
		const read = withAddresses(plain, () => {
			throw new Error('not needed');
		});
		expect(read).toEqual(plain);
	});
});
