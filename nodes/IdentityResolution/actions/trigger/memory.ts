import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';
import { readable } from '../../api/values/json';
import { readAs } from '../../api/values/schema';
import type { TriggerEvent } from './event';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** n8n saves no symbols: data without this one have just been loaded from its database. */
const POLLED = Symbol('polled since loaded');

/** What n8n keeps of a trigger between polls. */
interface StaticData {
	/** JSON of the state of each event, by account. */
	seen?: string;
	/** Id of the last account. */
	account?: string;
	/** JSON of the failures of the last day, by cause. */
	failures?: string;
	[POLLED]?: 'failed' | 'answered';
}

const jsonOf = <Value extends z.ZodType>(value: Value) =>
	readAs((text): unknown => readable((): unknown => JSON.parse(String(text)))).pipe(value);

const STATES = z.record(z.string(), z.record(z.string(), z.unknown()));
const SEEN = jsonOf(STATES).catch({});

/** When a failure was reported, and since when it is gone: epoch ms. */
const FAILURE = z.object({ reportedAt: z.number(), goneAt: z.number().nullable() });
const FAILURES = jsonOf(z.record(z.string(), FAILURE)).catch({});
type Failures = z.infer<typeof FAILURES>;

/**
 * What a trigger has seen. n8n keeps it in memory, and saves it only with the items of an event and
 * at the end of an activation, so that an edit or a restart can lose what came later.
 */
export class TriggerMemory {
	/** Whether a publication or a start of n8n polls. */
	readonly isActivation: boolean;
	/**
	 * Whether no poll was answered since a start of n8n: what came after the last event is lost.
	 */
	readonly isAfterStart: boolean;
	private readonly data: StaticData;

	constructor(host: Pick<IPollFunctions, 'getWorkflowStaticData' | 'getActivationMode'>) {
		this.data = host.getWorkflowStaticData('node');
		this.isActivation = this.data[POLLED] === undefined;
		const isStart = ['init', 'leadershipChange'].includes(host.getActivationMode());
		this.isAfterStart = isStart && this.data[POLLED] !== 'answered';
	}

	/** Ends the activation: from now on, failures are remembered. */
	endActivation(by: 'failed' | 'answered'): void {
		this.data[POLLED] = by;
	}

	/**
	 * The state of an event; after a start, none if it may be too old: an event may then come
	 * twice, but is not lost.
	 */
	before(account: string | null, { event, catchesUp }: TriggerEvent): unknown {
		if (this.isAfterStart && !catchesUp) return undefined;
		const states: Partial<z.infer<typeof STATES>> = SEEN.parse(this.data.seen);
		return states[this.keyOf(account)]?.[event];
	}

	remember(account: string | null, { event }: TriggerEvent, state: object): void {
		const key = this.keyOf(account);
		const states = SEEN.parse(this.data.seen);
		const seen = JSON.stringify({ ...states, [key]: { ...states[key], [event]: state } });
		if (seen !== this.data.seen) Object.assign(this.data, { seen, account: key });
	}

	/**
	 * Whether a failure is news: not if its cause was reported within a day, and was not gone for
	 * an hour since.
	 */
	isNews(cause: string, now: number): boolean {
		const failures = this.failures(now);
		const known: z.infer<typeof FAILURE> | undefined = failures[cause];
		failures[cause] = { reportedAt: known?.reportedAt ?? now, goneAt: null };
		this.data.failures = JSON.stringify(failures);
		return known === undefined;
	}

	/** Notes that every other cause is gone. @returns those that were not gone before */
	endOthers(cause: string | null, now: number): string[] {
		const failures = this.failures(now);
		const ended = Object.keys(failures).filter(
			(name) => name !== cause && failures[name].goneAt === null,
		);
		for (const name of ended) failures[name].goneAt = now;
		if (this.data.failures !== undefined) this.data.failures = JSON.stringify(failures);
		return ended;
	}

	/** Those that need not be reported again. */
	private failures(now: number): Failures {
		const isKnown = ({ reportedAt, goneAt }: z.infer<typeof FAILURE>) =>
			now - reportedAt < DAY && (goneAt === null || now - goneAt < HOUR);
		return Object.fromEntries(
			Object.entries(FAILURES.parse(this.data.failures)).filter(([, failure]) =>
				isKnown(failure),
			),
		);
	}

	/** An account that does not show its id counts as the last one. */
	private keyOf(account: string | null): string {
		return account ?? this.data.account ?? '';
	}
}
