import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeTypeAndVersion,
} from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';
import { isObject, toJson, toText, type JsonObject } from '../../api/values/json';
import { isTruthy } from '../../api/values/yesNo';
import { memoize } from '../../api/values/memoize';
import { memoryOf } from '../../api/values/memory';
import { MAX_TEXT_LENGTH, personOf, textInCell, type StoredAnswer } from '../../api/answersText';
import { AnswerStore, storedAnswer, wasAnswered } from '../../run/answerStore';
import {
	areFresh,
	inSlices,
	type AccountFacts,
	type BatchReplies,
	type Clock,
	type Connection,
} from '../../service/environment';
import type { Step } from '../../run/route';
import { STATUSES, type Outcome } from '../../service/outcome';
import type { Run } from '../../run/run';
import type { RunStats } from '../../service/stats';
import type { Suppression } from '../../run/suppression';
import { SHORTEST_SECRET } from '../../api/credential';
import { keepsAnswers, type LookupOperation } from '../spec/operation';
import type { Job } from './job';
import { readLaterInput } from './laterInputs';
import type { Settings } from './settings';

/**
 * Characters of the answers of an execution. n8n saves them with the execution, and escapes them:
 * about 2 MB.
 */
const MOST = 1_600_000;

/**
 * The answers that the node received in this execution, so that repeated lookups are charged once:
 * each wire, each round of a loop and each call of an AI agent is a run of its own. n8n keeps them
 * until the execution ends.
 */
export interface ExecutionAnswers {
	/** By person, in JSON, because nodes behind this one may change what it returned. */
	answers?: Record<string, string[]>;
	characters?: number;
	/** Whether an answer did not fit, so that later runs may pay for it again. */
	forgets?: boolean;
	/** Whether the service has answered a row, which n8n would discard if a later run threw. */
	isAnswered?: boolean;
	/** The rows of the largest run so far: the last part of a loop may be small. */
	mostRows?: number;
	batches?: BatchReplies;
	account?: AccountFacts;
}

/**
 * Keeps what a run has learned of the service. Runs may overlap, so that each one subtracts what it
 * has spent itself.
 */
export function keepFacts(execution: ExecutionAnswers, { stats, stop, account }: Run): void {
	execution.batches = stats.batches ?? execution.batches;
	const before = execution.account;
	const facts = account ?? before;
	// The service knows of a lower balance.
	const areWrong = stop?.reason === 'insufficient_tokens';
	if (facts === undefined || areWrong) delete execution.account;
	else execution.account = { ...facts, tokensLeft: leftAfter(stats, facts, before) };
}

/**
 * The tokens that are left after a run; null if that is unlimited or unknown.
 * @param before the facts until then
 */
function leftAfter(
	{ tokens, unconfirmed, tokensLeft }: RunStats,
	facts: AccountFacts,
	before?: AccountFacts,
): number | null {
	const balances = areFresh(before, facts.at) ? [facts, before] : [facts];
	const known = Math.min(...balances.map((one) => one.tokensLeft ?? Infinity));
	const left = Math.min(known - tokens - unconfirmed, tokensLeft);
	return left === Infinity ? null : left;
}

/**
 * Keeps the answers of a row, except those of other tools, such as a balance, which may change at
 * any time, and pages that the balance cut. Limits and failures are not kept, because a retry may
 * succeed.
 */
export function keepAnswers(execution: ExecutionAnswers, steps: readonly Step[]): void {
	for (const step of steps) {
		// Rows that share a lookup share its answer.
		if (!step.showsCharge || step.record.attempts === 0 || !wasAnswered(step)) continue;
		const { tool, identifier } = step.lookup;
		const isCut = tool.search !== undefined && step.outcome.answer.error !== undefined;
		if (identifier.kind !== 'body' && !isCut) keepAnswer(execution, storedAnswer(step));
	}
}

function keepAnswer(execution: ExecutionAnswers, answer: StoredAnswer): void {
	const { characters = 0 } = execution;
	// Writing JSON that does not fit would take time.
	const text =
		characters + answer.key.length + memoryOf(answer.results) / 2 > MOST
			? null
			: toJson(answer);
	if (text === null || characters + text.length > MOST) {
		execution.forgets = true;
		return;
	}
	const person = personOf(answer.key);
	((execution.answers ??= {})[person] ??= []).push(text);
	execution.characters = characters + person.length + text.length;
}

/** Removes what an earlier run kept about people who are listed by now. */
export function forgetListed(execution: ExecutionAnswers, suppression: Suppression): void {
	if (suppression.isEmpty) return;
	for (const [person, texts] of Object.entries(execution.answers ?? {})) {
		const isListed =
			suppression.isIn(person) || texts.some((text) => suppression.isIn(JSON.parse(text)));
		if (isListed) delete execution.answers?.[person];
	}
}

/** What an execution remembers, by the service and the key that answered. */
type Memory = Record<string, ExecutionAnswers>;

/**
 * Returns what earlier runs of the node kept in this execution; nothing of another service or
 * another key.
 */
function answersOfExecution(host: IExecuteFunctions, connection: Connection): ExecutionAnswers {
	if (connection.is === 'refused') return {};
	const memory: Memory = host.getContext('node');
	return (memory[connection.account] ??= {});
}

/** Whether an earlier run of the node in this execution was answered, with whatever key. */
export const wasAnsweredInExecution = (host: IExecuteFunctions): boolean =>
	Object.values<ExecutionAnswers>(host.getContext('node')).some(
		({ isAnswered }) => isAnswered === true,
	);

/**
 * Returns the nodes of this type before a node, with their parameters. In a loop, n8n also returns
 * the node itself.
 */
export const nodesOfTypeBefore = (
	host: IExecuteFunctions,
	{ name, type }: INode,
): NodeTypeAndVersion[] =>
	host
		.getParentNodes(name, { includeNodeParameters: true })
		.filter((before) => before.type === type && before.name !== name && !before.disabled);

/** What the rows of the input *Known* contain. */
export interface Known {
	rows: number;
	/** Rows with a text, and those of them with no authentic one. */
	texts: number;
	foreign: number;
	/** Whether a row has the key of a person who was answered, so that it is not a new sheet. */
	hasAnswered: boolean;
	/** A column that says who objected; null if no row has one with a yes. */
	objections: string | null;
}

/** Reads the rows of the input *Known*, and adds their texts to the store. */
async function readKnown(
	items: readonly INodeExecutionData[],
	store: AnswerStore,
	clock: Clock,
): Promise<Known> {
	const known: Known = {
		rows: items.length,
		texts: 0,
		foreign: 0,
		hasAnswered: false,
		objections: null,
	};
	const kindOf = memoize(kindOfColumn);
	await inSlices(items, clock, ({ json }) => {
		const texts = textsIn(json, kindOf);
		const authentic = texts.filter((text) => store.addText(text));
		if (texts.length > 0) known.texts += 1;
		if (texts.length > 0 && authentic.length === 0) known.foreign += 1;
		known.hasAnswered ||= tellsOfAnswer(json, kindOf);
		known.objections ??= objectionIn(json, kindOf);
	});
	return known;
}

/** Stores rename columns: in any case, with blanks or underscores, and with any prefix. */
function kindOfColumn(column: string): 'answers' | 'key' | 'objections' | null {
	if (OBJECTIONS.test(column)) return 'objections';
	const name = bareName(column);
	if (name.endsWith('answers')) return 'answers';
	return name.endsWith('personkey') ? 'key' : null;
}

const bareName = (column: string): string => column.toLowerCase().replace(/[\s_-]+/g, '');

/**
 * Whether a row has the key of a person, and its status beside it, if it has one, does not say that
 * no answer came.
 */
function tellsOfAnswer(json: JsonObject, kindOf: typeof kindOfColumn): boolean {
	const columns = Object.keys(json);
	const key = columns.find((column) => kindOf(column) === 'key' && toText(json[column])?.trim());
	if (key === undefined) return false;
	const statusName = bareName(key).replace(/personkey$/, 'status');
	const status = columns.find((column) => bareName(column) === statusName);
	return status === undefined || !WITHOUT_ANSWER.includes(toText(json[status]) ?? '');
}

const WITH_ANSWER: ReadonlySet<string> = new Set<Outcome['is']>(['found', 'not_found', 'conflict']);
const WITHOUT_ANSWER: readonly string[] = STATUSES.filter((status) => !WITH_ANSWER.has(status));

const OBJECTIONS =
	/suppress|do[\W_]*not[\W_]*(?:contact|call|e?mail)|(?<![a-z])dnc(?![a-z])|unsubscri|opt(?:ed)?[\W_]*out/i;

/**
 * The texts of a row. A stranger may fill any number of columns, so that only some characters are
 * read.
 */
function textsIn(json: JsonObject, kindOf: typeof kindOfColumn): string[] {
	const texts = new Set<string>();
	let left = MOST_READ;
	for (const [column, cell] of Object.entries(json)) {
		const text = kindOf(column) === 'answers' ? textInCell(cell) : null;
		if (text === null || text.length > left) continue;
		left -= text.length;
		texts.add(text);
	}
	return [...texts];
}

/** Characters per row: a few texts. */
const MOST_READ = 4 * MAX_TEXT_LENGTH;

/** The first column about objections with a yes, also within objects, as CRMs return them. */
function objectionIn(json: JsonObject, kindOf: typeof kindOfColumn, depth = 0): string | null {
	for (const [column, value] of Object.entries(json)) {
		if (kindOf(column) === 'objections' && isYes(value)) return column;
		const inner = isObject(value) && depth < 2 ? objectionIn(value, kindOf, depth + 1) : null;
		if (inner !== null) return inner;
	}
	return null;
}

const isYes = (value: unknown): boolean =>
	isObject(value) ? Object.values(value).some(isYes) : isTruthy(value);

/** What a run knows before it sends anything. */
export interface EarlierAnswers {
	answers: AnswerStore;
	/** The rows of the input *Known*; null if they are not read. */
	known: Known | null;
	/** Whether each row gets its answers as a text. */
	keepsText: boolean;
	execution: ExecutionAnswers;
	/** Why nothing may be sent; undefined if it may. */
	problem: string | undefined;
}

/**
 * Reads the answers of earlier runs: of this execution, and of the input *Known*. An AI agent has
 * only the former.
 */
export async function readEarlierAnswers(
	{ host, caller }: Pick<Job, 'host' | 'caller'>,
	operation: LookupOperation,
	{
		knownAnswers,
		maxAge,
		suppressionList,
	}: Pick<Settings, 'knownAnswers' | 'maxAge' | 'suppressionList'>,
	connection: Connection,
): Promise<EarlierAnswers> {
	const execution = answersOfExecution(host, connection);
	const { clock } = connection;
	const usesKnown = caller !== 'agent' && knownAnswers;
	if (!usesKnown) {
		const answers = new AnswerStore(null, -Infinity, Infinity, execution.answers);
		return { answers, known: null, keepsText: false, execution, problem: undefined };
	}
	const isKept = keepsAnswers(operation);
	const now = clock.now();
	const sign = isKept && connection.is === 'ready' ? await connection.signer() : null;
	const answers = new AnswerStore(sign, now - maxAge, now + CLOCK_DIFFERENCE, execution.answers);
	const arrival = readLaterInput(host, 'Known', now);
	const known = arrival.is === 'arrived' ? await readKnown(arrival.items, answers, clock) : null;
	const problem = (): string | undefined => {
		if (isKept && sign === null && connection.is === 'ready') return NO_SECRET;
		if (arrival.is === 'missing') return arrival.why;
		if (known === null) return undefined;
		if (known.objections !== null && !suppressionList)
			return objectionsAtKnown(known.objections);
		if (sign === null) return undefined;
		if (known.foreign * MOST_FOREIGN > known.texts) return FOREIGN_STORE;
		return known.hasAnswered && known.texts === 0 ? NO_TEXTS : undefined;
	};
	return { answers, known, keepsText: isKept, execution, problem: problem() };
}

/** ms that the clocks of two machines may differ. */
const CLOCK_DIFFERENCE = 10 * 60_000;

/** One row of so many may have a text that a stranger wrote, or that a sheet damaged. */
const MOST_FOREIGN = 5;

const NO_SECRET = `Use Known Answers needs a Signing Secret of at least ${SHORTEST_SECRET} characters in the credential. Enter a long random text`;

const objectionsAtKnown = (column: string) =>
	`${quoted(column)} at the input Known marks people, but Suppression List is off. Switch it on and connect the list ` +
	'to Suppressed, or remove the column';

const FOREIGN_STORE =
	'The answers at the input Known have another Signing Secret. Enter that secret in the credential, or empty the column answers';

const NO_TEXTS =
	'The rows at the input Known have person_key, but no answers. Read the column answers, too, as text, or leave out ' +
	'person_key if there are none';
