import { AnswerStore, NO_ANSWERS, receivedAnswers, type AnswerCache, answeringSuppressed } from '../../run/answerStore';
import type { Connection, Job } from './job';
import { keepsAnswers, type LookupOperation } from '../spec/operation';
import type { Settings } from './settings';
import { resumesIn } from './previousColumns';
import type { IExecuteFunctions } from 'n8n-workflow';
import { EMPTY_LIST, isEntry, readSuppressionList, type SuppressionList } from './suppressionList';
import { LARGE_ANSWER, memoryOf } from '../../api/memory';
import type { StoredAnswer } from '../../api/resume';
import type { SettledRow } from '../../run/rows';

const MOST = 500;

/**
 * The answers that an AI agent received in this execution, so that repeated lookups are charged once. Each call is a
 * run of its own; the node's context lasts as long as the execution.
 */
export class ExecutionAnswers {
	private readonly kept: StoredAnswer[];

	constructor(host: IExecuteFunctions, answers: AnswerStore) {
		const context = host.getContext('node') as { answers?: StoredAnswer[] };
		this.kept = context.answers ??= [];
		for (const answer of this.kept) answers.add(answer);
	}

	/**
	 * Keeps the answers of a row, except large ones, because n8n saves the context with the execution, and those of
	 * other tools, such as a balance, which may change at any time. Limits and failures are not kept, because a retry
	 * may succeed.
	 */
	add({ steps }: SettledRow): void {
		// Rows that share a lookup share its answer.
		const own = steps.filter(({ lookup, showsCharge }) => showsCharge && lookup.identifier.kind !== 'body');
		for (const answer of receivedAnswers(own))
			if (this.kept.length < MOST && memoryOf(answer.results) <= LARGE_ANSWER) this.kept.push(answer);
	}
}

/** What the rows of the input *Known* contain. */
export interface Known {
	rows: number;
	/** Number of `resume` texts in rows that are not entries of the suppression list. */
	texts: number;
	list: SuppressionList;
}

export const NOTHING_KNOWN: Known = { rows: 0, texts: 0, list: EMPTY_LIST };

/** The index of the second input. */
const KNOWN_INPUT = 1;

/** Reads the input *Known*, and adds its texts to the answers. @param prefix of our columns */
export function readKnown(host: IExecuteFunctions, prefix: string, answers: AnswerStore): Known {
	const items = host.getInputData(KNOWN_INPUT);
	const list = readSuppressionList(items, prefix, answers);
	let texts = 0;
	for (const { json } of items)
		for (const text of resumesIn(json, prefix)) {
			answers.addText(text);
			// A do-not-contact list is no store.
			if (!isEntry(json)) texts += 1;
		}
	return { rows: items.length, texts, list };
}

/** What was known before the run. */
export interface EarlierAnswers {
	answers: AnswerStore;
	/** The answers that this operation uses, and suppressed people. */
	cache: AnswerCache;
	/** Null without *Use Known Answers*. */
	known: Known | null;
	/** If an AI agent uses the node; else null. */
	execution: ExecutionAnswers | null;
	/** Why nothing may be sent; undefined if it may. */
	problem: string | undefined;
}

/** Reads the answers of earlier runs from both inputs, or those that an AI agent got in this execution. */
export async function readEarlierAnswers(
	{ host, items, caller }: Job,
	operation: LookupOperation,
	{ knownAnswers, maxAge, columnPrefix }: Settings,
	connection: Connection,
): Promise<EarlierAnswers> {
	if (caller === 'agent') {
		const answers = new AnswerStore(null);
		const execution = new ExecutionAnswers(host, answers);
		return { answers, cache: (lookup) => answers.find(lookup), known: null, execution, problem: undefined };
	}
	const keeps = keepsAnswers(operation);
	const isKept = keeps === 'of_unfinished_rows' || (knownAnswers && keeps !== 'never');
	const isSigned = (isKept || knownAnswers) && connection.is === 'ready';
	const sign = isSigned ? await connection.signer() : null;
	const { clock } = connection.is === 'ready' ? connection.env : connection;
	const answers = new AnswerStore(sign, knownAnswers ? clock.now() - maxAge : -Infinity);
	const known = knownAnswers ? readKnown(host, columnPrefix, answers) : null;
	const areForeign = sign !== null && known !== null && known.texts > 0 && answers.authentic === 0;
	if (isKept) for (const { json } of items) for (const text of resumesIn(json, columnPrefix)) answers.addText(text);
	const cache: AnswerCache = isKept ? (lookup) => answers.find(lookup) : NO_ANSWERS;
	return {
		answers,
		cache: known === null ? cache : answeringSuppressed(known.list.suppression, cache),
		known,
		execution: null,
		problem: isKept && areForeign ? FOREIGN_STORE : undefined,
	};
}

const FOREIGN_STORE =
	'The resume texts at the input Known were written with another key. Enter that API key or Signing Secret as ' +
	'Signing Secret in the credential, or remove them';
