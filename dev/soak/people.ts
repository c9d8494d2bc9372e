import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import { DIRECTORY_SIZE, directorySlug } from '../sandbox/data/directory';
import type { Ledger, LedgerEntry } from '../sandbox/ledger';
import { emailOfSlug } from '../sandbox/data/directory';
import type { Totals } from './totals';

/** A person's identifiers. All three lead to the same person. */
export interface Contact {
	slug: string;
	email: string;
	/** MD5 of the email. */
	hash: string;
}

const KINDS = ['linkedin', 'email', 'hem'] as const;
export type Kind = (typeof KINDS)[number];

/** The canonical key of a person, as the sandbox's ledger writes it. */
export function keyOf({ slug, email, hash }: Contact, kind: Kind): string {
	return `${kind}:${{ linkedin: slug, email, hem: hash }[kind]}`;
}

export const keysOf = (contact: Contact): string[] => KINDS.map((kind) => keyOf(contact, kind));

/** All people in the sandbox's directory. */
export const directory = (sandboxSeed: number): Contact[] =>
	Array.from({ length: DIRECTORY_SIZE }, (_, place) => {
		const slug = directorySlug(sandboxSeed, place);
		const email = emailOfSlug(slug);
		return { slug, email, hash: md5OfEmail(email) };
	});

/** The people of one run, and the requests for them. */
interface Block {
	contacts: readonly Contact[];
	requests: LedgerEntry[];
}

export const BLOCK_SIZE = 200;

/**
 * The sandbox's directory in blocks, one for each active run. Active runs never look up the same person, so that every request
 * belongs to one run. Only people in the directory have all their identifiers.
 */
export class PeoplePool {
	/** The block that was released first is taken first. */
	private readonly free: Block[];
	private readonly active = new Set<Block>();
	private readonly blockOf = new Map<string, Block>();

	constructor(
		sandboxSeed: number,
		private readonly ledger: Ledger,
		private readonly totals: Totals,
	) {
		const contacts = directory(sandboxSeed);
		this.free = Array.from({ length: DIRECTORY_SIZE / BLOCK_SIZE }, (_, block) => ({
			contacts: contacts.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE),
			requests: [],
		}));
		for (const block of this.free) for (const key of block.contacts.flatMap(keysOf)) this.blockOf.set(key, block);
	}

	/** Returns undefined if all blocks are taken. */
	take(): Block | undefined {
		const block = this.free.shift();
		if (block !== undefined) this.active.add(block);
		return block;
	}

	/** Returns the requests of a run that is over, in the order in which the service received them. */
	release(block: Block): LedgerEntry[] {
		this.drainLedger();
		this.active.delete(block);
		this.free.push(block);
		return block.requests.splice(0);
	}

	/** Clears the ledger, which would otherwise grow for the whole soak. */
	private drainLedger(): void {
		for (const entry of this.ledger.requests()) {
			const [key] = entry.keys;
			const block = key === undefined ? undefined : this.blockOf.get(key);
			if (key === undefined) this.totals.count('account checks');
			else if (block !== undefined && this.active.has(block)) block.requests.push(entry);
			else this.totals.count('requests for people of no active run');
		}
		this.ledger.clear();
	}
}
