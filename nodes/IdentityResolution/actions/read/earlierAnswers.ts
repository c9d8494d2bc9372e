import type { INodeExecutionData } from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';
import { isTruthy, memoize, memoryOf, toJson } from '../../api/json';
import { hasMark, personOf, type StoredAnswer } from '../../api/resume';
import {
	answeringSuppressed,
	AnswerStore,
	NO_SUPPRESSION,
	storedAnswer,
	wasAnswered,
	type AnswerCache,
} from '../../run/answerStore';
import { inSlices, type BatchReplies, type Clock, type Connection } from '../../run/environment';
import type { SettledRow } from '../../run/rows';
import { keepsAnswers, type LookupOperation } from '../spec/operation';
import type { Job } from './job';
import { hasDoubtfulKey, resumesIn } from './previousColumns';
import type { Settings } from './settings';
import { keysOfEntry, marksPeople, mayMarkPeople, suppressionOf } from './suppressionList';

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
 * Keeps the answers of rows, except those of other tools, such as a balance, which may change at any time, and pages
 * that the balance cut. Limits and failures are not kept, because a retry may succeed.
 */
export function keepAnswers(execution: ExecutionAnswers, { steps }: SettledRow): void {
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

/** What the rows of the input *Known* contain. */
export type Known = Awaited<ReturnType<typeof readKnown>>;

/** Reads the rows of the input *Known*, and adds their texts to the answers. @param prefix of our columns */
export async function readKnown(items: INodeExecutionData[], prefix: string, answers: AnswerStore, clock: Clock) {
	const counts = {
		rows: items.length,
		/** Whether a row has a column that is read. */
		hasColumns: false,
		/** Whether a row that is no entry of the suppression list has a `resume` text. */
		hasTexts: false,
		entries: 0,
		/** Entries without an identifier. */
		nameless: 0,
	};
	const suppressed = new Set<string>();
	/** Columns that may mark people, but are not read. A store may omit empty cells, so that a row lacks some. */
	const unread = new Set<string>();
	const marks = memoize(marksPeople);
	const isUnread = memoize(mayMarkPeople);
	const isRead = memoize((column) => column.endsWith('resume') || marks(column));
	await inSlices(items, clock, ({ json }) => {
		const all = Object.keys(json);
		for (const column of all) if (isUnread(column) && isTruthy(json[column])) unread.add(column);
		const columns = all.filter(isRead);
		counts.hasColumns ||= columns.length > 0;
		const texts = resumesIn(json, prefix, columns);
		for (const text of texts) answers.addText(text);
		if (columns.some((column) => marks(column) && isTruthy(json[column]))) {
			const stored = texts.flatMap((text) => answers.read(text));
			const keys = keysOfEntry(json, stored);
			counts.entries += 1;
			if (keys.length === 0) counts.nameless += 1;
			for (const key of keys) suppressed.add(key);
		} else counts.hasTexts ||= texts.some(hasMark) && !hasDoubtfulKey(json);
	});
	return { ...counts, unread: [...unread], suppression: suppressionOf(suppressed) };
}

export type EarlierAnswers = Awaited<ReturnType<typeof readEarlierAnswers>>;

/** Reads the answers of earlier runs: of this execution, and from both inputs. An AI agent has only the former. */
export async function readEarlierAnswers(
	{ host, items, caller }: Job,
	operation: LookupOperation,
	{ knownAnswers, maxAge, columnPrefix }: Settings,
	connection: Connection,
) {
	const execution: ExecutionAnswers = host.getContext('node');
	const keeps = caller === 'agent' ? 'never' : keepsAnswers(operation);
	const usesKnown = caller !== 'agent' && knownAnswers;
	const isKept = keeps === 'of_unfinished_rows' || (usesKnown && keeps !== 'never');
	const service = connection.is === 'ready' && (isKept || usesKnown) ? connection : null;
	const oldest = service !== null && usesKnown ? service.env.clock.now() - maxAge : -Infinity;
	const answers = new AnswerStore((await service?.signer()) ?? null, oldest, execution.answers);
	const known = usesKnown ? await readKnown(host.getInputData(1), columnPrefix, answers, connection.clock) : null;
	const areForeign = service !== null && known !== null && known.hasTexts && !answers.hasAuthentic;
	const addTexts = ({ json }: INodeExecutionData) => {
		// Checked here, in slices, because writing a row needs its own texts.
		for (const text of resumesIn(json, columnPrefix)) if (answers.isAuthentic(text)) answers.addText(text);
	};
	if (isKept) await inSlices(items, connection.clock, addTexts);
	const suppression = known?.suppression ?? NO_SUPPRESSION;
	/** The answers before this run, and suppressed people. */
	const cache: AnswerCache = answeringSuppressed(suppression, (lookup) => answers.find(lookup));
	// A copy of the rows is a store before its first run.
	const isList = (column: string) => known?.hasColumns === false && !items.some(({ json }) => column in json);
	/** Why nothing may be sent; undefined if it may. */
	const problem = isKept && areForeign ? FOREIGN_STORE : known?.unread.filter(isList).map(unmarkedList).at(0);
	return { answers, cache, suppression, known, execution, problem };
}

export const unmarkedList = (column: string) =>
	`${quoted(column)} at the input Known marks no people: only a column named suppressed does. ` +
	'Rename it if it should, or remove it';

const FOREIGN_STORE =
	'The resume texts at the input Known were written with another key. Enter that API key or Signing Secret as ' +
	'Signing Secret in the credential, or remove them';
