import fc from 'fast-check';
import type { AccountWindow } from '../../../nodes/IdentityResolution/api/account/account';
import { reservationOf, TrackedFairUse } from '../../support/tracked';
import { personalEmail } from '../../support/lookups';
import type { Reservation } from '../../../nodes/IdentityResolution/run/budget/reservation';

const accountWindow = (remaining: number | null): AccountWindow => ({
	limit: null,
	used: null,
	remaining,
	resetsAt: null,
});
const UNTOLD = { remaining: null, resetsAt: null };

/** What becomes of a request: its reply tells what is left, or says nothing of it, or is lost. */
type Fate = 'tells' | 'silent' | 'lost';

interface Handled {
	reservation: Reservation;
	hits: number;
	left: number;
	fate: Fate;
}

/** A window of the service, and the one client that takes from it, starting from what the account told. */
class Account {
	private readonly fairUse = new TrackedFairUse(0);
	private readonly sent: Reservation[] = [];
	private readonly handled: Handled[] = [];
	private taken = 0;
	/** The most records that could have been wanting at any time, had all been asked for that seemed left, and been found. */
	wanting = 0;

	constructor(public left: number) {
		this.look();
	}

	/** What the client takes for left. */
	get room(): number {
		return this.fairUse.capacity();
	}

	/** The account is asked, as long as nothing else is under way. */
	look(): void {
		if (this.sent.length + this.handled.length > 0) return;
		const records = { '5h': accountWindow(this.left), '1w': accountWindow(null) };
		this.fairUse.update({ records, requests: { '5h': accountWindow(null) } });
	}

	send(most: number): void {
		const lookups = Math.min(this.fairUse.capacity(), most);
		if (lookups < 1) return;
		const reservation = reservationOf({ tool: personalEmail, phone: 'without', lookups });
		this.fairUse.reserve(reservation);
		this.sent.push(reservation);
	}

	/** One of the requests reaches the service. */
	handle(which: number, most: number, fate: Fate): void {
		if (this.sent.length === 0) return;
		const [reservation] = this.sent.splice(which % this.sent.length, 1);
		const hits = Math.min(reservation.lookups, most);
		this.left -= hits;
		this.taken += hits;
		this.handled.push({ reservation, hits, left: this.left, fate });
	}

	/** One of the replies reaches the client. */
	receive(which: number): void {
		if (this.handled.length === 0) return;
		const [{ reservation, hits, left, fate }] = this.handled.splice(which % this.handled.length, 1);
		const counted = fate === 'lost' ? { hits: 0, unconfirmed: reservation.lookups } : { hits, unconfirmed: 0 };
		const told = fate === 'tells' ? { remaining: left, resetsAt: null } : UNTOLD;
		const usage = { tokensCharged: null, tokensRemaining: null, records: { '5h': told, '1w': UNTOLD } };
		this.fairUse.settle(reservation, { ...counted, phones: 0, charged: null }, usage);
	}

	/** Records that were taken leave the window. */
	roll(most: number): void {
		const leaving = Math.min(most, this.taken);
		this.taken -= leaving;
		this.left += leaving;
	}

	see(): void {
		const unhandled = this.sent.reduce((sum, { lookups }) => sum + lookups, 0);
		this.wanting = Math.max(this.wanting, unhandled + Math.max(0, this.room) - this.left);
	}

	/** Whatever is under way comes to its end. */
	end(fate: Fate): void {
		while (this.sent.length > 0) this.handle(0, 1, fate);
		while (this.handled.length > 0) this.receive(0);
	}
}

interface Step {
	do: 'send' | 'handle' | 'receive' | 'roll' | 'look';
	/** Which of the requests or replies that are on their way. */
	which: number;
	most: number;
	fate: Fate;
}

const play = (start: number, steps: readonly Step[]): Account => {
	const account = new Account(start);
	for (const step of steps) {
		if (step.do === 'send') account.send(step.most + 1);
		if (step.do === 'handle') account.handle(step.which, step.most, step.fate);
		if (step.do === 'receive') account.receive(step.which);
		if (step.do === 'roll') account.roll(step.most);
		if (step.do === 'look') account.look();
		account.see();
	}
	return account;
};

const ALL: ReadonlyArray<Step['do']> = ['send', 'handle', 'receive', 'roll', 'look'];

const stepsWith = (fates: readonly Fate[], does = ALL) =>
	fc.array(
		fc.record<Step>({
			do: fc.constantFrom(...does),
			which: fc.nat(20),
			most: fc.nat(4),
			fate: fc.constantFrom(...fates),
		}),
		{ maxLength: 120, size: 'max' },
	);

describe('a single client that starts from what the account told never asks for more records than a window has left', () => {
	const inOrder = (steps: Step[]) => steps.map((step) => (step.do === 'handle' ? { ...step, which: 0 } : step));

	it.each<[string, Fate[], (steps: Step[]) => Step[]]>([
		['requests are handled in the order of their sending', ['tells'], inOrder],
		['requests overtake each other', ['tells'], (steps) => steps],
		['no reply tells what is left', ['silent', 'lost'], (steps) => steps],
		['not every reply tells what is left', ['tells', 'silent'], (steps) => steps],
		['some replies are lost', ['tells', 'lost'], (steps) => steps],
	])('where replies overtake each other, and %s', (_says, fates, as) => {
		fc.assert(
			fc.property(fc.nat(12), stepsWith(fates).map(as), (start, steps) => {
				expect(play(start, steps).wanting).toBe(0);
			}),
			{ seed: 212, numRuns: 5_000 },
		);
	});
});

describe('a single client knows exactly what is left once all replies have come, however they overtook each other', () => {
	it.each<[string, Fate]>([
		['tells of it', 'tells'],
		['is silent', 'silent'],
	])('where no record has left the window, and every reply %s', (_says, fate) => {
		fc.assert(
			fc.property(fc.nat(12), stepsWith([fate], ['send', 'handle', 'receive']), (start, steps) => {
				const account = play(start, steps);
				account.end(fate);
				expect(account.room).toBe(account.left);
			}),
			{ seed: 214, numRuns: 2_000 },
		);
	});

	it('where one more was sent alone, and tells of it', () => {
		fc.assert(
			fc.property(fc.nat(12), stepsWith(['tells', 'silent', 'lost']), (start, steps) => {
				const account = play(start, steps);
				account.end('silent');
				fc.pre(account.room > 0);
				account.send(1);
				account.end('tells');
				expect(account.room).toBe(account.left);
			}),
			{ seed: 215, numRuns: 2_000 },
		);
	});
});
