import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import { DIRECTORY_SIZE, directorySlug } from '../sandbox/data/directory';
import { emailOfSlug } from '../sandbox/data/directory';

/** What a person is known by. All three lead to the same one. */
export interface Contact {
	slug: string;
	email: string;
	/** MD5 of the e-mail. */
	hash: string;
}

export const KINDS = ['linkedin', 'email', 'hem'] as const;
export type Kind = (typeof KINDS)[number];

/** The canonical key that a tool knows a person by. */
export function keyOf({ slug, email, hash }: Contact, kind: Kind): string {
	switch (kind) {
		case 'linkedin':
			return `linkedin:${slug}`;
		case 'email':
			return `email:${email}`;
		case 'hem':
			return `hem:${hash}`;
	}
}

export const profileOf = ({ slug }: Contact): string => `https://www.linkedin.com/in/${slug}`;

/** People in a block: as many as the longest sheet has rows. */
export const BLOCK = 200;

/**
 * The sandbox's directory in blocks, one for each run that is under way: runs that overlap never ask about the same person, so that
 * every request can be told to be of one run. Only people of the directory are known under all their identifiers.
 */
export class Blocks {
	private readonly contacts: readonly Contact[];
	/** The one that was given back first is taken first. */
	private readonly free: number[];
	private readonly byKey = new Map<string, number>();

	/** @param seed of the sandbox */
	constructor(seed: number) {
		this.contacts = Array.from({ length: DIRECTORY_SIZE }, (_, place) => contactOf(directorySlug(seed, place)));
		this.contacts.forEach((contact, place) => {
			for (const kind of KINDS) this.byKey.set(keyOf(contact, kind), Math.floor(place / BLOCK));
		});
		this.free = Array.from({ length: DIRECTORY_SIZE / BLOCK }, (_, block) => block);
	}

	/** @returns the number of a block that nobody has; undefined where all are taken */
	take(): number | undefined {
		return this.free.shift();
	}

	giveBack(block: number): void {
		this.free.push(block);
	}

	contactsOf(block: number): readonly Contact[] {
		return this.contacts.slice(block * BLOCK, (block + 1) * BLOCK);
	}

	/** The block of the person whom a key names; undefined where it is nobody of the directory. */
	blockOf(key: string): number | undefined {
		return this.byKey.get(key);
	}
}

function contactOf(slug: string): Contact {
	const email = emailOfSlug(slug);
	return { slug, email, hash: md5OfEmail(email) };
}
