import {
	AnswerStore,
	NO_ANSWERS,
	NO_SUPPRESSION,
	receivedAnswers,
	type AnswerCache,
	answeringSuppressed,
	type Suppression,
} from '../../run/answerStore';
import type { Connection, Job } from './job';
import { keepsAnswers, type LookupOperation } from '../spec/operation';
import type { Settings } from './settings';
import { resumesIn } from './previousColumns';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isEntry, keysOfEntry, suppressionOf } from './suppressionList';
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
	/** Number of entries of the suppression list. */
	entries: number;
	/** Number of entries without an identifier. */
	nameless: number;
	suppression: Suppression;
}

/** The index of the second input. */
const KNOWN_INPUT = 1;

/** Reads the rows of the input *Known*, and adds their texts to the answers. @param prefix of our columns */
export function readKnown(items: readonly INodeExecutionData[], prefix: string, answers: AnswerStore): Known {
	const known = { rows: items.length, texts: 0, entries: 0, nameless: 0 };
	const suppressed = new Set<string>();
	for (const { json } of items) {
		const texts = resumesIn(json, prefix);
		for (const text of texts) answers.addText(text);
		if (isEntry(json)) {
			const keys = keysOfEntry(
				json,
				texts.flatMap((text) => answers.read(text)),
			);
			known.entries += 1;
			if (keys.length === 0) known.nameless += 1;
			for (const key of keys) suppressed.add(key);
		} else known.texts += texts.length;
	}
	return { ...known, suppression: suppressionOf(suppressed) };
}

/** What was known before the run. */
export interface EarlierAnswers {
	answers: AnswerStore;
	/** The answers that this operation uses, and suppressed people. */
	cache: AnswerCache;
	suppression: Suppression;
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
		const cache: AnswerCache = (lookup) => answers.find(lookup);
		return { answers, cache, suppression: NO_SUPPRESSION, known: null, execution, problem: undefined };
	}
	const keeps = keepsAnswers(operation);
	const isKept = keeps === 'of_unfinished_rows' || (knownAnswers && keeps !== 'never');
	const isSigned = (isKept || knownAnswers) && connection.is === 'ready';
	const sign = isSigned ? await connection.signer() : null;
	const { clock } = connection.is === 'ready' ? connection.env : connection;
	const answers = new AnswerStore(sign, knownAnswers ? clock.now() - maxAge : -Infinity);
	const known = knownAnswers ? readKnown(host.getInputData(KNOWN_INPUT), columnPrefix, answers) : null;
	const areForeign = sign !== null && known !== null && known.texts > 0 && answers.authentic === 0;
	if (isKept) for (const { json } of items) for (const text of resumesIn(json, columnPrefix)) answers.addText(text);
	const suppression = known?.suppression ?? NO_SUPPRESSION;
	const cache: AnswerCache = isKept ? (lookup) => answers.find(lookup) : NO_ANSWERS;
	return {
		answers,
		cache: answeringSuppressed(suppression, cache),
		suppression,
		known,
		execution: null,
		problem: isKept && areForeign ? FOREIGN_STORE : undefined,
	};
}

const FOREIGN_STORE =
	'The resume texts at the input Known were written with another key. Enter that API key or Signing Secret as ' +
	'Signing Secret in the credential, or remove them';
