import type { INodeExecutionData } from 'n8n-workflow';
import { answerKey, isAuthentic, readResume, type PaidAnswer } from '../../api/resume';
import type { Sign } from '../../api/signature';
import { cacheFrom, NO_ANSWERS, outcomeOf, type Answered, type AnswerCache } from '../../run/answerCache';
import { resumesIn } from '../rows/previousColumns';
import { isRecent } from './knownAnswers';

/** Answers of an earlier run, from the rows. */
export interface ResumeCache {
	/** Signed answers, valid for all rows. */
	shared: AnswerCache;
	/** Unsigned answers, valid only for their own row. */
	ofRow(index: number): AnswerCache;
	/** Rows whose text can't be read. */
	unreadable: number;
}

type Answers = Map<string, Answered>;

/**
 * Reads the answers of an earlier run from the rows, so that they are not charged again. Signed answers are valid for
 * all rows, others only for their own row, because anyone may have written them.
 * @param prefix of our columns; rows without their input fields have none
 * @param oldest epoch ms; earlier answers are too old. -Infinity keeps all
 */
export function readResumeCache(
	items: readonly INodeExecutionData[],
	prefix: string,
	sign: Sign | null,
	oldest = -Infinity,
): ResumeCache {
	const shared: Answers = new Map();
	const own = new Map<number, Answers>();
	let unreadable = 0;
	items.forEach(({ json }, index) => {
		const texts = resumesIn(json, prefix).map(readResume);
		if (texts.includes(null)) unreadable += 1;
		for (const answer of texts.flatMap((answers) => answers ?? [])) {
			if (!isRecent(answer, oldest)) continue;
			if (isAuthentic(answer, sign)) add(shared, answer);
			else own.set(index, add(own.get(index) ?? new Map<string, Answered>(), answer));
		}
	});
	// Most sheets have no answers, and each row would build keys to look for them.
	const cache = shared.size === 0 ? NO_ANSWERS : cacheFrom((key) => shared.get(key));
	const ofRow = (index: number): AnswerCache => {
		const answers = own.get(index);
		return answers === undefined ? NO_ANSWERS : cacheFrom((key) => answers.get(key));
	};
	return { shared: cache, ofRow, unreadable };
}

/** Adds an answer. A hit replaces a miss, because it was paid for and may be newer. */
function add(answers: Answers, answer: PaidAnswer): Answers {
	const key = answerKey(answer.tool, answer.key, answer.phone);
	return answers.get(key)?.is === 'found' ? answers : answers.set(key, outcomeOf(answer));
}
