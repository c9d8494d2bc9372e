import {
	AnswerStore,
	NO_SUPPRESSION,
	storedAnswer,
	wasAnswered,
	type AnswerCache,
	type AnswersByPerson,
	answeringSuppressed,
	type Suppression,
} from '../../run/answerStore';
import type { Connection, Job } from './job';
import { keepsAnswers, type LookupOperation } from '../spec/operation';
import type { Settings } from './settings';
import { hasDoubtfulKey, resumesIn } from './previousColumns';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isEntry, keysOfEntry, suppressionOf, unreadColumns } from './suppressionList';
import { memoryOf, toJson } from '../../api/json';
import { hasMark, personOf, type StoredAnswer } from '../../api/resume';
import type { SettledRow } from '../../run/rows';

/** Characters of the answers of an execution. n8n saves them with the execution, and escapes them: about 2 MB. */
const MOST = 1_600_000;

/** What n8n keeps for the node until its execution ends. */
interface NodeContext {
	/** By person, in JSON, because nodes behind this one may change what it returned. */
	answers?: Record<string, string[]>;
	characters?: number;
	/** Whether an answer did not fit, so that later runs may pay for it again. */
	forgets?: boolean;
}

/**
 * The answers that the node received in this execution, so that repeated lookups are charged once: each wire, each
 * round of a loop and each call of an AI agent is a run of its own.
 */
export class ExecutionAnswers {
	private readonly context: NodeContext;

	constructor(host: IExecuteFunctions) {
		this.context = host.getContext('node');
	}

	/** Undefined in the first run. */
	get byPerson(): AnswersByPerson | undefined {
		return this.context.answers;
	}

	get forgets(): boolean {
		return this.context.forgets === true;
	}

	/**
	 * Keeps the answers of rows, except those of other tools, such as a balance, which may change at any time, and pages
	 * that the balance cut. Limits and failures are not kept, because a retry may succeed.
	 */
	keep(rows: readonly SettledRow[]): void {
		for (const { steps } of rows)
			for (const step of steps) {
				// Rows that share a lookup share its answer.
				if (!step.showsCharge || step.record.attempts === 0 || !wasAnswered(step)) continue;
				const { tool, identifier } = step.lookup;
				const isCut = tool.search !== undefined && step.outcome.answer.error !== undefined;
				if (identifier.kind !== 'body' && !isCut) this.add(storedAnswer(step));
			}
	}

	private add(answer: StoredAnswer): void {
		const { characters = 0, answers = {} } = this.context;
		// Writing JSON that does not fit would take time.
		const text = characters + memoryOf(answer.results) / 2 > MOST ? '' : (toJson(answer) ?? '');
		if (text === '' || characters + text.length > MOST) {
			this.context.forgets = true;
			return;
		}
		const person = personOf(answer.key);
		(answers[person] ??= []).push(text);
		this.context.answers = answers;
		this.context.characters = characters + person.length + text.length;
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
	/** Columns of the first row that may mark people, but are not read. */
	unread: readonly string[];
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
		} else if (!hasDoubtfulKey(json)) known.texts += texts.filter(hasMark).length;
	}
	const unread = items.slice(0, 1).flatMap(({ json }) => unreadColumns(json));
	return { ...known, unread, suppression: suppressionOf(suppressed) };
}

/** What was known before the run. */
export interface EarlierAnswers {
	answers: AnswerStore;
	/** The answers before this run, and suppressed people. */
	cache: AnswerCache;
	suppression: Suppression;
	/** Null without *Use Known Answers*. */
	known: Known | null;
	execution: ExecutionAnswers;
	/** Why nothing may be sent; undefined if it may. */
	problem: string | undefined;
}

/** Reads the answers of earlier runs: of this execution, and from both inputs. An AI agent has no second input. */
export async function readEarlierAnswers(
	{ host, items, caller }: Job,
	operation: LookupOperation,
	{ knownAnswers, maxAge, columnPrefix }: Settings,
	connection: Connection,
): Promise<EarlierAnswers> {
	const execution = new ExecutionAnswers(host);
	if (caller === 'agent') {
		const answers = new AnswerStore(null, -Infinity, execution.byPerson);
		const cache: AnswerCache = (lookup) => answers.find(lookup);
		return { answers, cache, suppression: NO_SUPPRESSION, known: null, execution, problem: undefined };
	}
	const keeps = keepsAnswers(operation);
	const isKept = keeps === 'of_unfinished_rows' || (knownAnswers && keeps !== 'never');
	const isSigned = (isKept || knownAnswers) && connection.is === 'ready';
	const sign = isSigned ? await connection.signer() : null;
	const { clock } = connection.is === 'ready' ? connection.env : connection;
	const answers = new AnswerStore(sign, knownAnswers ? clock.now() - maxAge : -Infinity, execution.byPerson);
	const known = knownAnswers ? readKnown(host.getInputData(KNOWN_INPUT), columnPrefix, answers) : null;
	const areForeign = sign !== null && known !== null && known.texts > 0 && answers.authentic === 0;
	if (isKept) for (const { json } of items) for (const text of resumesIn(json, columnPrefix)) answers.addText(text);
	const suppression = known?.suppression ?? NO_SUPPRESSION;
	return {
		answers,
		cache: answeringSuppressed(suppression, (lookup) => answers.find(lookup)),
		suppression,
		known,
		execution,
		problem: isKept && areForeign ? FOREIGN_STORE : undefined,
	};
}

const FOREIGN_STORE =
	'The resume texts at the input Known were written with another key. Enter that API key or Signing Secret as ' +
	'Signing Secret in the credential, or remove them';
