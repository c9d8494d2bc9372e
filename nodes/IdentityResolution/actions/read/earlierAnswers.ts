import type { INodeExecutionData } from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';
import { isObject, isTruthy, memoize, memoryOf, toJson, type JsonObject } from '../../api/json';
import { hasMark, personOf, type StoredAnswer } from '../../api/resume';
import { AnswerStore, storedAnswer, wasAnswered } from '../../run/answerStore';
import { inSlices, type BatchReplies, type Clock, type Connection } from '../../run/environment';
import type { Step } from '../../run/lookup';
import type { Suppression } from '../../run/suppression';
import { keepsAnswers, type LookupOperation } from '../spec/operation';
import type { Job } from './job';
import { readLaterInput } from './laterInputs';
import { hasDoubtfulKey, resumesIn } from './previousColumns';
import type { Settings } from './settings';

/** Characters of the answers of an execution. n8n saves them with the execution, and escapes them: about 2 MB. */
const MOST = 1_600_000;

/**
 * The answers that the node received in this execution, so that repeated lookups are charged once: each wire, each
 * round of a loop and each call of an AI agent is a run of its own. n8n keeps them until the execution ends.
 */
export interface ExecutionAnswers {
	/** By person, in JSON, because nodes behind this one may change what it returned. */
	answers?: Record<string, string[]>;
	characters?: number;
	/** Whether an answer did not fit, so that later runs may pay for it again. */
	forgets?: boolean;
	batches?: BatchReplies;
}

/**
 * Keeps the answers of a row, except those of other tools, such as a balance, which may change at any time, and pages
 * that the balance cut. Limits and failures are not kept, because a retry may succeed.
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
	const text = characters + answer.key.length + memoryOf(answer.results) / 2 > MOST ? null : toJson(answer);
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
		const isListed = suppression.isIn(person) || texts.some((text) => suppression.isIn(JSON.parse(text)));
		if (isListed) delete execution.answers?.[person];
	}
}

/** What the rows of the input *Known* contain. */
export type Known = Awaited<ReturnType<typeof readKnown>>;

/** Reads the rows of the input *Known*, and adds their texts to the answers. @param prefix of our columns */
export async function readKnown(
	items: readonly INodeExecutionData[],
	prefix: string,
	answers: AnswerStore,
	clock: Clock,
) {
	const counts = { rows: items.length, hasTexts: false };
	/** A column that says who objected; null if no row has one with a yes. */
	let objections: string | null = null;
	const isAboutObjections = memoize((column) => OBJECTIONS.test(column));
	await inSlices(items, clock, ({ json }) => {
		const texts = resumesIn(json, prefix);
		for (const text of texts) answers.addText(text);
		counts.hasTexts ||= texts.some(hasMark) && !hasDoubtfulKey(json);
		objections ??= objectionIn(json, isAboutObjections);
	});
	return { ...counts, objections: objections as string | null };
}

const OBJECTIONS =
	/suppress|do[\W_]*not[\W_]*(?:contact|call|e?mail)|(?<![a-z])dnc(?![a-z])|unsubscri|opt(?:ed)?[\W_]*out/i;

/** The first column about objections with a yes, also within objects, as CRMs return them. */
function objectionIn(json: JsonObject, isAboutObjections: (column: string) => boolean, depth = 0): string | null {
	for (const [column, value] of Object.entries(json)) {
		if (isAboutObjections(column) && isYes(value)) return column;
		const inner = isObject(value) && depth < 2 ? objectionIn(value, isAboutObjections, depth + 1) : null;
		if (inner !== null) return inner;
	}
	return null;
}

const isYes = (value: unknown): boolean => (isObject(value) ? Object.values(value).some(isYes) : isTruthy(value));

export type EarlierAnswers = Awaited<ReturnType<typeof readEarlierAnswers>>;

/** Reads the answers of earlier runs: of this execution, and from both inputs. An AI agent has only the former. */
export async function readEarlierAnswers(
	{ host, items, caller }: Job,
	operation: LookupOperation,
	{ knownAnswers, maxAge, columnPrefix, suppressionList }: Settings,
	connection: Connection,
) {
	const execution: ExecutionAnswers = host.getContext('node');
	const keeps = caller === 'agent' ? 'never' : keepsAnswers(operation);
	const usesKnown = caller !== 'agent' && knownAnswers;
	const isKept = keeps === 'of_unfinished_rows' || (usesKnown && keeps !== 'never');
	const service = connection.is === 'ready' && (isKept || usesKnown) ? connection : null;
	const { clock } = connection;
	const oldest = service !== null && usesKnown ? clock.now() - maxAge : -Infinity;
	const answers = new AnswerStore((await service?.signer()) ?? null, oldest, execution.answers);
	const arrival = usesKnown ? readLaterInput(host, 'Known', clock.now()) : null;
	const known = arrival?.is === 'arrived' ? await readKnown(arrival.items, columnPrefix, answers, clock) : null;
	const areForeign = service !== null && known !== null && known.hasTexts && !answers.hasAuthentic;
	const addTexts = ({ json }: INodeExecutionData) => {
		// Checked here, in slices, because writing a row needs its own texts.
		for (const text of resumesIn(json, columnPrefix)) if (answers.isAuthentic(text)) answers.addText(text);
	};
	if (isKept) await inSlices(items, clock, addTexts);
	/** Why nothing may be sent; undefined if it may. */
	const problem = (): string | undefined => {
		if (arrival?.is === 'missing') return arrival.why;
		if (isKept && areForeign) return FOREIGN_STORE;
		if (suppressionList || known === null || known.objections === null) return undefined;
		return objectionsAtKnown(known.objections);
	};
	return { answers, known, usesKnown, execution, problem: problem() };
}

const objectionsAtKnown = (column: string) =>
	`${quoted(column)} at the input Known marks people, but Suppression List is off. Switch it on and connect the list ` +
	'to Suppressed, or remove the column';

const FOREIGN_STORE =
	'The resume texts at the input Known were written with another key. Enter that API key or Signing Secret as ' +
	'Signing Secret in the credential, or remove them';
