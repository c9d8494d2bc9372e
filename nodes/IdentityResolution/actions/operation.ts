import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ZodType } from 'zod/v4';
import type { EmailEncoding } from '../api/identifiers/hem';
import type { JsonObject } from '../api/json';
import type { Sign } from '../api/signature';
import type { Tool } from '../api/tool';
import type { WantName } from '../api/person/wants';
import type { Limits } from '../run/limits';
import type { Route } from '../run/lookup';
import type { AnswerCache } from '../run/answerCache';
import type { RowInput } from '../run/resolve/resolver';
import { InputReader, type IdentifierField } from './parameters/inputReader';
import type { RowReader } from './parameters/parameterReader';
import type { ContentMapper } from './rows/content';

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

/** What rows' ways depend on besides their cells. */
export interface RouteSettings {
	emails: EmailEncoding;
	inputs: InputReader;
	/** What is wanted of a person, where that is chosen. */
	wants: readonly WantName[];
	onPhoneTokens: Limits['onPhoneTokens'];
	/** Which columns to show. */
	columns: 'wanted' | 'all';
	/** What is known before the run. */
	cache: AnswerCache;
	/** Signs the `resume` column; null if there is no API key. */
	sign: Sign | null;
}

/** Where only what an operation can fill matters. */
export const DEFAULT_ROUTE_SETTINGS: RouteSettings = {
	emails: 'plain',
	inputs: new InputReader([], { slugs: 'refused', emails: 'plain' }),
	wants: [],
	onPhoneTokens: 'withoutPhone',
	columns: 'all',
	cache: () => undefined,
	sign: null,
};

/** What rows brought with them of an earlier run. */
export interface ResumeCache {
	/** Authentic answers, which count for all rows. */
	shared: AnswerCache;
	/** Other answers of a row, which count for that row alone. @param index of the row, from 0 */
	ofRow(index: number): AnswerCache;
	/** Rows whose text can't be read. */
	unreadable: number;
}

/** One row in, the same row with columns out. */
export interface LookupOperation extends Shown {
	kind: 'lookup';
	/** The tools behind it; none where each row names its own, whose results are then only shown raw. */
	tools: readonly Tool[];
	/** The parameters that take identifiers; none for an operation with a request body. */
	identifiers: readonly IdentifierField[];
	/** Whether a plain e-mail among the inputs can be hashed before it leaves. */
	hashesEmail?: true;
	/** Whether it asks for what is chosen among what can be wanted of a person. */
	choosesWants?: true;
	/** What its rows hold. */
	contentMapper(settings: RouteSettings): ContentMapper;
	/** How its rows are led; made once for each run. */
	createRouter(settings: RouteSettings): (cell: RowReader, row: RowInput) => Route;
	/** Absent where an operation leaves nothing half done. */
	readResumeCache?(items: readonly INodeExecutionData[], prefix: string, sign: Sign | null): ResumeCache;
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
