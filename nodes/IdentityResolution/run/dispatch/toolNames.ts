import type { Reason } from '../../api/refusals';
import type { Refusal } from '../../api/replies/refusal';
import type { OtherName, Tool } from '../../api/tool';
import type { Reservation } from '../budget/reservation';
import type { PhoneResult } from '../outcome';
import type { Entry } from '../queue/entry';
import type { PendingRequest } from '../queue/pendingRequest';

/**
 * The names under which the service knows the tools of a run. A tool whose name does not exist gets its next one
 * (contract: Errors, 404; design 4 #5 in test/contract).
 */
export class ToolNames {
	private readonly replaced = new Map<string, OtherName>();
	/** Tools whose current name exists. */
	private readonly confirmed = new Set<string>();

	/** Returns the tool as the service knows it now. */
	current(tool: Tool): Tool {
		const other = this.replaced.get(tool.name);
		return other === undefined ? tool : { ...tool, name: other.name };
	}

	/** Whether a request includes the phone, which the current name does not return. */
	losesPhone({ tool, phone }: PendingRequest): boolean {
		return phone === 'with' && this.replaced.get(tool.name)?.phone === 'none';
	}

	/** Returns a request as the current name accepts it, and the lookups that it does not accept. */
	acceptedPart(request: PendingRequest): { request: PendingRequest; refused: Entry[] } {
		const other = this.replaced.get(request.tool.name);
		if (other === undefined) return { request, refused: [] };
		const accepted = request.entries.filter((entry) => accepts(other, entry));
		return {
			request: { ...request, entries: accepted, phone: other.phone === 'none' ? 'without' : request.phone },
			refused: request.entries.filter((entry) => !accepts(other, entry)),
		};
	}

	/** Returns the phone result of a lookup that requested the phone and was sent without it. */
	phoneResult({ name }: Tool): PhoneResult {
		return this.replaced.get(name)?.phone === 'none' ? 'unsupported' : 'omitted';
	}

	/** Whether a request may be sent now. Until a name is known to exist, one request is sent at a time. */
	mayStart({ name, otherNames }: Tool, inFlight: Iterable<Reservation>): boolean {
		if (otherNames === undefined || this.confirmed.has(name)) return true;
		for (const { tool } of inFlight) if (tool.name === name) return false;
		return true;
	}

	/** Returns what to use instead of a name that the service does not know; null if there is nothing. */
	replacementFor(tool: Tool, missing: string): OtherName | 'current' | null {
		const { name, otherNames = [] } = tool;
		if (this.current(tool).name !== missing) return 'current';
		return otherNames[[name, ...otherNames.map((other) => other.name)].indexOf(missing)] ?? null;
	}

	replace({ name }: Tool, other: OtherName): void {
		this.replaced.set(name, other);
	}

	/** The other names that the service answered, by the name of the tool. */
	renamed(): ReadonlyMap<string, string> {
		const answered = [...this.replaced].filter(([name]) => this.confirmed.has(name));
		return new Map(answered.map(([name, other]) => [name, other.name]));
	}

	/** @param answers of the reply, matched or not */
	onReply({ name }: Tool, answers: number, refusal: Refusal | null): void {
		if (answers > 0 || (refusal !== null && OF_KNOWN_TOOL.has(refusal.reason))) this.confirmed.add(name);
	}
}

/** Refusals that only a tool that exists can cause. Others may concern every request. */
const OF_KNOWN_TOOL: ReadonlySet<Reason> = new Set<Reason>([
	'invalid_input',
	'insufficient_tokens',
	'insufficient_phone_tokens',
	'plan_restricted',
]);

/** A successor may accept less than the tool, or return less. */
function accepts(other: OtherName, { lookup, record }: Entry): boolean {
	const accepted = other.accepts?.some((kind) => kind === lookup.identifier.kind) ?? true;
	return accepted && (other.phone !== 'none' || record.forPhone < record.rows);
}
