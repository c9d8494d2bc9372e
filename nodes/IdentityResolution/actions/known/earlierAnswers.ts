import { latestOf, NO_ANSWERS, type AnswerCache } from '../../run/answerCache';
import { answeringSuppressed } from '../../run/suppression';
import type { Connection, Job } from '../job';
import type { LookupOperation } from '../operation';
import type { Settings } from '../parameters/settings';
import { ExecutionCache } from './executionCache';
import { NOTHING_KNOWN, readKnown, type Known } from './known';
import { readResumeCache } from './resumeCache';

/** What was known before the run. */
export interface EarlierAnswers {
	/** Null without *Use Known Answers*. */
	known: Known | null;
	/** Answers for all rows. */
	cache: AnswerCache;
	/** Answers that are valid only for their own row. */
	ofRow(index: number): AnswerCache;
	/** Rows with a damaged `resume` text. */
	unreadable: number;
	/** Answers of this execution, if an AI agent uses the node; else null. */
	executionCache: ExecutionCache | null;
}

/** Reads the answers of earlier runs from both inputs, or those that an AI agent got in this execution. */
export function readEarlierAnswers(
	{ host, items, caller }: Job,
	{ keepsAnswers }: LookupOperation,
	settings: Settings,
	connection: Connection,
): EarlierAnswers {
	if (caller === 'agent') {
		const executionCache = new ExecutionCache(host);
		return { ...NOTHING, cache: executionCache.cache, executionCache };
	}
	const { clock } = connection.is === 'ready' ? connection.env : connection;
	const oldest = settings.knownAnswers ? clock.now() - settings.maxAge : -Infinity;
	const known = settings.knownAnswers ? readKnown(host, settings.columnPrefix, oldest) : null;
	const { suppression } = (known ?? NOTHING_KNOWN).list;
	const suppressing = (cache: AnswerCache) => (suppression.isEmpty ? cache : answeringSuppressed(suppression, cache));
	const isRead = keepsAnswers === 'of_unfinished_rows' || (keepsAnswers !== 'never' && known !== null);
	if (!isRead) return { ...NOTHING, known, cache: suppressing(NO_ANSWERS) };
	const sign = connection.is === 'ready' ? connection.sign : null;
	const { shared, ofRow, unreadable } = readResumeCache(items, settings.columnPrefix, sign, oldest);
	const cache = suppressing(known === null ? shared : latestOf(shared, known.answers.cache));
	const ofOneRow = (index: number): AnswerCache => {
		const own = ofRow(index);
		if (own === NO_ANSWERS) return own;
		// Suppression comes first, then answers of known origin.
		return (lookup) => (cache(lookup) === undefined ? own(lookup) : undefined);
	};
	return { known, cache, ofRow: ofOneRow, unreadable, executionCache: null };
}

const NOTHING: EarlierAnswers = {
	known: null,
	cache: NO_ANSWERS,
	ofRow: () => NO_ANSWERS,
	unreadable: 0,
	executionCache: null,
};
