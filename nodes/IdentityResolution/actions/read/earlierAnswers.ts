import { AnswerStore, NO_ANSWERS, type AnswerCache } from '../../run/answerStore';
import { answeringSuppressed } from '../../run/suppression';
import type { Connection, Job } from './job';
import { keepsAnswers, type LookupOperation } from '../spec/operation';
import type { Settings } from './settings';
import { resumesIn } from './previousColumns';
import { ExecutionAnswers } from './executionAnswers';
import { readKnown, type Known } from './known';

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
	'No resume text at the input Known is authentic, so that all of its people would be paid for again. Enter the ' +
	'Signing Secret or API key that wrote them as Signing Secret in the credential, or remove these texts';
