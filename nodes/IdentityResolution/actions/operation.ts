import type { INodeProperties } from 'n8n-workflow';
import type { ZodType } from 'zod/v4';
import type { EmailEncoding } from '../api/identifiers/hem';
import type { JsonObject } from '../api/json';
import type { Answer } from '../api/replies/reading';
import type { Tool } from '../api/tool';
import type { MinGrade } from '../api/person/emails';
import type { WantName } from '../api/person/wants';
import type { Route } from '../run/lookup';
import { AnswerStore, type AnswerCache } from '../run/answerStore';
import type { Suppression } from '../run/suppression';
import type { IdentifierField, InputReader } from './parameters/inputReader';
import type { RowReader } from './parameters/parameterReader';
import type { ContentMapper } from './rows/content';

interface Shown {
	resource: string;
	operation: string;
	/** Title Case, without the resource. */
	name: string;
	/** Sentence case, with the resource. AI agents read it, too. */
	action: string;
	description: string;
	/** When to choose this operation, for AI workflow builders; absent if its description says it. */
	builderHint?: string;
	/** Its own parameters, without display options. */
	fields: INodeProperties[];
}

/** What the columns of an operation depend on. Only Resolve reads them. */
export interface ContentSettings {
	/** The wanted parts, if the operation lets the user choose them. */
	wants: readonly WantName[];
	minGrade: MinGrade;
	columns: 'wanted' | 'all';
	answers: AnswerStore;
}

export const ALL_CONTENT: ContentSettings = {
	wants: [],
	minGrade: 'any',
	columns: 'all',
	answers: new AnswerStore(null),
};

/** What routes depend on besides the cells of their row. */
export interface RouteSettings extends ContentSettings {
	emails: EmailEncoding;
	inputs: InputReader;
	/** Tokens that the run may spend. */
	maxTokens: number;
	/** Answers from before the run, and suppressed people. */
	cache: AnswerCache;
	suppression: Suppression;
}

/** What a route may read of its row besides the parameters. */
export interface RowInput {
	/** All email addresses in the row. */
	addresses(): readonly string[];
	/** Whether a parameter is an expression, which may be empty by mistake. */
	isExpression(parameter: string): boolean;
	/** What an earlier run wrote into one of our columns. */
	previousCell(column: string): unknown;
}

/** Adds columns to each row. */
export interface LookupOperation extends Shown {
	kind: 'lookup';
	/** Empty if each row names its own tool, so that there are no fixed columns of results. */
	tools: readonly Tool[];
	/** Parameters for identifiers; none for an operation with a request body. */
	identifiers: readonly IdentifierField[];
	/** Whether emails can be hashed before they are sent. */
	hashesEmail?: true;
	/** Whether the user chooses the wanted parts. */
	choosesWants?: true;
	contentMapper(settings: ContentSettings): ContentMapper;
	/** Returns a function that creates the route of a row. Called once per run. */
	createRouter(settings: RouteSettings): (readParameter: RowReader, row: RowInput) => Route;
	/**
	 * When its answers are kept in `resume`: if a row is unfinished, as only Resolve leaves rows; never, for results that
	 * may differ at any time. Others keep them with *Use Known Answers*.
	 */
	keepsAnswers?: 'of_unfinished_rows' | 'never';
}

/** Returns items about the account, with one request for all rows. */
export interface AccountOperation extends Shown {
	kind: 'account';
	tool: Tool;
	route(readParameter: RowReader): Route;
	/** The shape of its items with default settings. */
	item: ZodType;
	items(answer: Answer, readParameter: RowReader): JsonObject[];
	/** One short item for an AI agent. */
	agentItem(answer: Answer, readParameter: RowReader): JsonObject;
}

export type Operation = LookupOperation | AccountOperation;
