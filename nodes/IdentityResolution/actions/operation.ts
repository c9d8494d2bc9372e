import type { INodeProperties } from 'n8n-workflow';
import type { ZodType } from 'zod/v4';
import type { EmailTravels } from '../api/identifiers/hem';
import type { JsonObject } from '../api/identifiers/identifier';
import type { Tool } from '../api/tool';
import type { Route } from '../run/lookup';
import type { RowReader } from './cells';

interface Shown {
	resource: string;
	operation: string;
	/** Title Case, without the resource. */
	name: string;
	/** Sentence case, with the resource. A model that uses the node as a tool reads it, too. */
	action: string;
	description: string;
	/** The parameters of its own, without display options. */
	fields: INodeProperties[];
}

/** What a row's way depends on besides its cells. */
export interface AskSettings {
	emails: EmailTravels;
}

/** One row in, the same row with columns out. */
export interface LookupOperation extends Shown {
	kind: 'lookup';
	/** The tool behind it; null where each row names its own, whose results are then only shown raw. */
	tool: Tool | null;
	/** Whether a plain e-mail among the inputs can be hashed before it leaves. */
	hashesEmail?: true;
	route(cell: RowReader, settings: AskSettings): Route;
}

/** Asked once for all rows, however many there are. */
export interface AccountOperation extends Shown {
	kind: 'account';
	tool: Tool;
	route(cell: RowReader): Route;
	/** The shape of its items with default settings. */
	item: ZodType;
	/** The items that its results become. */
	items(results: unknown, cell: RowReader): JsonObject[];
}

export type Operation = LookupOperation | AccountOperation;
