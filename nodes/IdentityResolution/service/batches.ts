import type { Tool } from '../api/tool';
import type { Reservation } from './budget';
import type { BatchReplies } from './environment';
import { answersNone, refusalIn, type Returned } from './once';
import type { Request } from './request';

/** What replies have shown about the size of a tool's batches. */
interface Sizes {
	/** The most lookups of a request that the service accepted. */
	accepted: number;
	/** Whether it refused a batch. */
	isRefused: boolean;
	/** Refused batches whose halves are not all sent yet. */
	halving: number;
}

/**
 * What replies have shown about the batches of a run's tools. The contract does not define the
 * reply to a batch (contract: Silent points, 2, 3 and 20).
 */
export class Batches {
	/** Whether several lookups are sent in one request. */
	private isBatching = true;
	/** Names of tools of which the rows of a batch with a hit were matched. */
	private readonly matched: Set<string>;
	/** Maximum lookups per request by the name of the tool, if replies have shown a limit. */
	private readonly caps = new Map<string, number>();
	private readonly sizes = new Map<string, Sizes>();
	/**
	 * By the name of the tool: what lookups, sent alone, have shown about the miss of a whole
	 * batch.
	 */
	private readonly verdicts = new Map<string, 'confirmed' | 'refuted'>();
	/** Names of tools whose missed batches are checked now. */
	private readonly checking = new Map<string, Promise<void>>();
	/** Batches whose rows were all matched by name, as misses. */
	private readonly namedMisses = new Map<string, number>();

	/** @param known what earlier runs of the execution have learned */
	constructor(known?: BatchReplies) {
		this.matched = new Set(known?.matched);
		if (known?.areUnmatchable) this.isBatching = false;
	}

	/** What later runs of the execution need not learn again. */
	get learned(): BatchReplies {
		return { matched: [...this.matched], areUnmatchable: !this.isBatching };
	}

	maxBatch({ name, batch }: Tool): number {
		if (!this.isBatching) return 1;
		return Math.min(batch?.max ?? 1, this.caps.get(name) ?? Infinity);
	}

	/**
	 * Whether another batch of a tool cannot end like the last one. Until the rows of one with a
	 * hit are matched, one batch is in flight, and one more for each whose rows were all named as
	 * misses. None is sent while a batch-wide miss is checked, and no new one while the halves of a
	 * refused batch show how large it may be.
	 * @param most lookups per request now
	 */
	mayStart(
		tool: Tool,
		kind: Request['kind'],
		most: number,
		inFlight: Iterable<Reservation>,
	): boolean {
		const { name } = tool;
		const isTrial = !this.matched.has(name) && most > 1;
		const known = this.namedMisses.get(name) ?? 0;
		if (isTrial && batchesOf(tool, inFlight) > known) return false;
		if (this.checking.has(name)) return false;
		const sizes = this.sizes.get(name);
		if (kind === 'retry' || sizes === undefined || sizes.halving === 0) return true;
		const isSizeKnown = !sizes.isRefused || sizes.accepted >= (tool.batch?.max ?? 1);
		return isSizeKnown;
	}

	/** Learns from the reply to a request. */
	learn(returned: Returned): void {
		const { request, reading, answered, unmatched } = returned;
		const { tool, entries } = request;
		const hasHit = answered.some(({ outcome }) => outcome.is === 'found');
		// Misses do not prove that hits can be matched, and lookups without an answer may be the
		// hits.
		const lacksHits = unmatched > 0 && !hasHit && !this.matched.has(tool.name);
		if (lacksHits || answersNone(returned)) this.isBatching = false;
		if (entries.length > 1) this.learnBatch(returned, hasHit);
		if (reading.is === 'answers') this.learnAccepted(request);
		if (refusalIn(reading)?.reason === 'invalid_input' && reading.is === 'refusal')
			this.sizesOf(tool).isRefused ||= entries.length > 1;
	}

	private learnBatch({ request, answered }: Returned, hasHit: boolean): void {
		const { name } = request.tool;
		if (hasHit) this.matched.add(name);
		else if (answered.length === request.entries.length)
			this.namedMisses.set(name, (this.namedMisses.get(name) ?? 0) + 1);
	}

	private learnAccepted({ tool, entries }: Request): void {
		const sizes = this.sizesOf(tool);
		sizes.accepted = Math.max(sizes.accepted, entries.length);
		if (sizes.isRefused && sizes.accepted > 1 && this.verdicts.get(tool.name) !== 'refuted')
			this.caps.set(tool.name, sizes.accepted);
	}

	private sizesOf({ name }: Tool): Sizes {
		const sizes = this.sizes.get(name) ?? { accepted: 0, isRefused: false, halving: 0 };
		this.sizes.set(name, sizes);
		return sizes;
	}

	/** Marks a tool until the first half of a refused batch has an answer. */
	async halve(tool: Tool, firstHalf: () => Promise<void>): Promise<void> {
		const sizes = this.sizesOf(tool);
		sizes.halving += 1;
		await firstHalf();
		sizes.halving -= 1;
	}

	/**
	 * Two lookups that were refused together and accepted alone show that the tool takes no
	 * batches.
	 */
	acceptNone(tool: Tool): void {
		if (this.sizesOf(tool).accepted < 2) this.caps.set(tool.name, 1);
	}

	verdictOf({ name }: Tool): 'confirmed' | 'refuted' | undefined {
		return this.verdicts.get(name);
	}

	/** Waits for the check of another batch of the tool. Returns whether there was one. */
	async otherCheck({ name }: Tool): Promise<boolean> {
		const check = this.checking.get(name);
		await check;
		return check !== undefined;
	}

	/** Checks a batch-wide miss. @param probe resolves with what lookups, sent alone, have shown */
	async check(
		tool: Tool,
		probe: () => Promise<'confirmed' | 'refuted' | 'undecided'>,
	): Promise<void> {
		let isOver = (): void => undefined;
		const over = new Promise<void>((resolve) => {
			isOver = resolve;
		});
		this.checking.set(tool.name, over);
		const verdict = await probe();
		this.checking.delete(tool.name);
		if (verdict !== 'undecided') this.verdicts.set(tool.name, verdict);
		if (verdict === 'refuted') this.caps.set(tool.name, 1);
		isOver();
	}
}

function batchesOf({ name }: Tool, inFlight: Iterable<Reservation>): number {
	let batches = 0;
	for (const { tool, lookups } of inFlight) if (tool.name === name && lookups > 1) batches += 1;
	return batches;
}
