import type { ZodType } from 'zod/v4';
import type { ColumnSources } from './person/columns';
import type { IdentifierKind } from './identifiers/identifier';

/** The Fair Use family whose windows a tool draws on (contract: Limits); `free` tools draw on none. */
export type Family = 'enrich' | 'search' | 'free' | 'unknown';

/**
 * One endpoint of the service, as data. Everything that differs between tools stands here:
 * adding a tool adds one of these, and no code elsewhere asks for a tool by its name.
 */
export interface Tool {
	/** The last segment of the tool's address. */
	name: string;
	family: Family;
	/** Which request field carries which kind of identifier. Tools without identifiers take a whole body. */
	requestFields: Partial<Record<Exclude<IdentifierKind, 'body'>, string>>;
	/** The request field that carries several identifiers, and how many it holds at most. */
	batch?: { field: string; max: number };
	/** The request flag that asks for a mobile phone. */
	phoneFlag?: string;
	/**
	 * On the plan only where the account has personal e-mails (contract: linkedin_to_best_personal_email_usa, rule 2).
	 */
	onlyWithPersonalEmails?: true;
	/** Whether replies tell what was charged (contract: Common response envelope). */
	reportsCharges: boolean;
	/** Tolerant: a result that departs from it is delivered all the same, and the departure is reported. */
	result: ZodType;
	columns: ColumnSources;
}
