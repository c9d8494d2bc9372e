import fc from 'fast-check';
import type { AccountWindow } from '../../../nodes/IdentityResolution/api/account/account';
import { reservationOf, TrackedFairUse } from '../../support/run/tracked';
import { personalEmail } from '../../support/run/lookups';
import type { Reservation } from '../../../nodes/IdentityResolution/run/budget/reservation';

const accountWindow = (remaining: number | null): AccountWindow => ({
	limit: null,
	used: null,
	remaining,
	resetsAt: null,
});
const UNREPORTED = { remaining: null, resetsAt: null };

/** The result of a request: its reply reports the remaining records, does not report them, or is lost. */
type Fate = 'reports' | 'silent' | 'lost';

interface Handled {
	reservation: Reservation;
	hits: number;
	left: number;
	fate: Fate;
}

/** A window of the service, and its only client, which starts with an account check. */
class Simulation {
	private readonly fairUse = new TrackedFairUse();
	private readonly sent: Reservation[] = [];
	private readonly handled: Handled[] = [];
	private used = 0;
	/** The most records that the window would have lacked at any time, if the client had used its full capacity. */
	missing = 0;

	constructor(public left: number) {
		this.checkAccount();
	}

	/** The remaining records as the client counts them. */
	get capacity(): number {
		return this.fairUse.capacity();
	}

	/** Checks the account unless a request is in flight. */
	checkAccount(): void {
		if (this.sent.length + this.handled.length > 0) return;
		const records = { '5h': accountWindow(this.left), '1w': accountWindow(null) };
		this.fairUse.update({ records, requests: { '5h': accountWindow(null) } });
	}

	send(max: number): void {
		const lookups = Math.min(this.fairUse.capacity(), max);
		if (lookups < 1) return;
		const reservation = reservationOf({ tool: personalEmail, phone: 'without', lookups });
		this.fairUse.reserve(reservation);
		this.sent.push(reservation);
	}

	/** Delivers a request to the service. */
	handle(index: number, max: number, fate: Fate): void {
		if (this.sent.length === 0) return;
		const [reservation] = this.sent.splice(index % this.sent.length, 1);
		const hits = Math.min(reservation.lookups, max);
		this.left -= hits;
		this.used += hits;
		this.handled.push({ reservation, hits, left: this.left, fate });
	}

	/** Delivers a reply to the client. */
	receive(index: number): void {
		if (this.handled.length === 0) return;
		const [{ reservation, hits, left, fate }] = this.handled.splice(index % this.handled.length, 1);
		const counted = fate === 'lost' ? { hits: 0, unconfirmed: reservation.lookups } : { hits, unconfirmed: 0 };
		const reported = fate === 'reports' ? { remaining: left, resetsAt: null } : UNREPORTED;
		const usage = { tokensCharged: null, records: { '5h': reported, '1w': UNREPORTED } };
		this.fairUse.settle(reservation, { ...counted, phones: 0, charged: null }, usage);
	}

	/** Used records leave the window. */
	roll(max: number): void {
		const leaving = Math.min(max, this.used);
		this.used -= leaving;
		this.left += leaving;
	}

	recordMissing(): void {
		const unhandled = this.sent.reduce((sum, { lookups }) => sum + lookups, 0);
		this.missing = Math.max(this.missing, unhandled + Math.max(0, this.capacity) - this.left);
	}

	/** Delivers all requests and replies in flight. */
	drain(fate: Fate): void {
		while (this.sent.length > 0) this.handle(0, 1, fate);
		while (this.handled.length > 0) this.receive(0);
	}
}

interface Step {
	do: 'send' | 'handle' | 'receive' | 'roll' | 'checkAccount';
	/** Index of the request or reply in flight. */
	index: number;
	max: number;
	fate: Fate;
}

const simulate = (start: number, steps: readonly Step[]): Simulation => {
	const simulation = new Simulation(start);
	for (const step of steps) {
		if (step.do === 'send') simulation.send(step.max + 1);
		if (step.do === 'handle') simulation.handle(step.index, step.max, step.fate);
		if (step.do === 'receive') simulation.receive(step.index);
		if (step.do === 'roll') simulation.roll(step.max);
		if (step.do === 'checkAccount') simulation.checkAccount();
		simulation.recordMissing();
	}
	return simulation;
};

const ALL_STEPS: ReadonlyArray<Step['do']> = ['send', 'handle', 'receive', 'roll', 'checkAccount'];

const stepsWith = (fates: readonly Fate[], actions = ALL_STEPS) =>
	fc.array(
		fc.record<Step>({
			do: fc.constantFrom(...actions),
			index: fc.nat(20),
			max: fc.nat(4),
			fate: fc.constantFrom(...fates),
		}),
		{ maxLength: 120, size: 'max' },
	);

describe('a single client never requests more records than a window has left', () => {
	const inOrder = (steps: Step[]) => steps.map((step) => (step.do === 'handle' ? { ...step, index: 0 } : step));

	it.each<[string, Fate[], (steps: Step[]) => Step[]]>([
		['requests arrive in order', ['reports'], inOrder],
		['requests arrive out of order', ['reports'], (steps) => steps],
		['no reply reports the remaining records', ['silent', 'lost'], (steps) => steps],
		['only some replies report the remaining records', ['reports', 'silent'], (steps) => steps],
		['some replies are lost', ['reports', 'lost'], (steps) => steps],
	])('if replies arrive out of order and %s', (_case, fates, as) => {
		fc.assert(
			fc.property(fc.nat(12), stepsWith(fates).map(as), (start, steps) => {
				expect(simulate(start, steps).missing).toBe(0);
			}),
			{ seed: 212, numRuns: 5_000 },
		);
	});
});

describe('a single client knows the exact number of remaining records after all replies', () => {
	it.each<[string, Fate]>([
		['reports them', 'reports'],
		['omits them', 'silent'],
	])('if no record has left the window and every reply %s', (_case, fate) => {
		fc.assert(
			fc.property(fc.nat(12), stepsWith([fate], ['send', 'handle', 'receive']), (start, steps) => {
				const simulation = simulate(start, steps);
				simulation.drain(fate);
				expect(simulation.capacity).toBe(simulation.left);
			}),
			{ seed: 214, numRuns: 2_000 },
		);
	});

	it('if one more request is sent alone and its reply reports them', () => {
		fc.assert(
			fc.property(fc.nat(12), stepsWith(['reports', 'silent', 'lost']), (start, steps) => {
				const simulation = simulate(start, steps);
				simulation.drain('silent');
				fc.pre(simulation.capacity > 0);
				simulation.send(1);
				simulation.drain('reports');
				expect(simulation.capacity).toBe(simulation.left);
			}),
			{ seed: 215, numRuns: 2_000 },
		);
	});
});
