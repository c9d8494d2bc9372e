import type { PersonKind } from '../../nodes/IdentityResolution/api/person/sources';
import type { Ledger, LedgerEntry } from '../sandbox/ledger';
import { directory, keyOf, type Contact } from './sheet';

/** The people of one run, and the requests for them. */
interface Block {
	contacts: readonly Contact[];
	requests: LedgerEntry[];
}

const BLOCK_SIZE = 200;
const KINDS: readonly PersonKind[] = ['linkedin', 'email', 'hem'];

/** The sandbox's directory in blocks. Active runs look up different people, so that each request belongs to one run. */
export class PeoplePool {
	/** Requests for people of no active run. */
	stray = 0;
	/** The block that was released first is taken first. */
	private readonly free: Block[] = [];
	private readonly active = new Set<Block>();
	private readonly blockOf = new Map<string, Block>();

	constructor(private readonly ledger: Ledger) {
		const people = directory();
		for (let place = 0; place < people.length; place += BLOCK_SIZE) {
			const block: Block = { contacts: people.slice(place, place + BLOCK_SIZE), requests: [] };
			this.free.push(block);
			for (const contact of block.contacts)
				for (const kind of KINDS) this.blockOf.set(keyOf(contact, kind), block);
		}
	}

	/** Returns undefined if all blocks are taken. */
	take(): Block | undefined {
		const block = this.free.shift();
		if (block !== undefined) this.active.add(block);
		return block;
	}

	/** Returns the requests of a run that is over, in the order in which the service received them. */
	release(block: Block): LedgerEntry[] {
		for (const entry of this.ledger.requests()) {
			// Account checks have no key.
			if (entry.keys.length === 0) continue;
			const owner = this.blockOf.get(entry.keys[0]);
			if (owner !== undefined && this.active.has(owner)) owner.requests.push(entry);
			else this.stray += 1;
		}
		// The ledger would otherwise grow for the whole soak.
		this.ledger.clear();
		this.active.delete(block);
		this.free.push(block);
		return block.requests.splice(0);
	}
}
