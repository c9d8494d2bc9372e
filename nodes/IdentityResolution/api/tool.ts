import type { ZodType } from 'zod/v4';
import type { TextIdentifier } from './identifiers/identifier';
import type { ResultColumns } from './person/results';

/** The Fair Use family whose windows a tool uses (contract: Limits); `free` tools use none. */
type Family = 'enrich' | 'search' | 'free' | 'unknown';

/** One endpoint of the service, as data. It contains everything that differs between tools. */
export interface Tool {
	/** Last segment of the tool's address. */
	name: string;
	family: Family;
	/**
	 * Request field per kind of identifier. Tools without them accept a name and a company, or a
	 * whole body.
	 */
	requestFields: Partial<Record<TextIdentifier['kind'], string>>;
	/**
	 * Returns a list, each result of which is a hit. `page`: the most results per request with
	 * `limit` and `offset`.
	 */
	search?: { page?: { max: number } };
	/** Request field for several identifiers, and their maximum number. */
	batch?: { field: string; max: number };
	/** Request flag that includes the mobile phone. */
	phoneFlag?: string;
	/** Returns nothing but a mobile phone, so that each hit uses a phone token. */
	onlyPhone?: true;
	/**
	 * Further names of the tool, or of its successors. If the service does not know a name, the
	 * next one is used.
	 */
	otherNames?: readonly string[];
	/** Requires personal emails in the plan (contract: Personal email result, 2). */
	onlyWithPersonalEmails?: true;
	/**
	 * Whether replies report charges (contract: Common response envelope); absent if that is
	 * unknown.
	 */
	reportsCharges?: boolean;
	/** `results` is a list in the reply to one lookup, and not the rows of a batch. */
	listResult?: true;
	/** A result that does not match is still returned, and the mismatch is reported as drift. */
	result: ZodType;
	columns: ResultColumns;
}

/** Whether a request includes the mobile phone, which costs extra if one is found. */
export type Phone = 'with' | 'without';
