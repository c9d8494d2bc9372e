import type { INodeExecutionData } from 'n8n-workflow';
import { at, field } from '../../api/json';
import { answerKey, bestByLookup, isResume, readUntrusted, type StoredAnswer } from '../../api/resume';
import type { Sign } from '../../api/signature';
import { cacheFrom, NO_ANSWERS, outcomeOf, type AnswerCache } from '../../run/answerCache';
import { resumesIn } from '../rows/previousColumns';
import { isRecent } from './knownAnswers';

/** Answers of an earlier run, from the rows. */
export interface ResumeCache {
	/** Verified answers, valid for all rows. */
	shared: AnswerCache;
	/** Unverified answers, valid only for their own row. */
	ofRow(index: number): AnswerCache;
	/** Rows whose text can't be read. */
	unreadable: number;
}

/**
 * Reads the answers of an earlier run from the rows, so that they are not charged again. Verified answers are valid
 * for all rows, others only for their own row, because anyone may have written them.
 * @param prefix of our columns; rows without their input fields have none
 * @param oldest epoch ms; earlier answers are too old. -Infinity keeps all
 */
export function readResumeCache(
	items: readonly INodeExecutionData[],
	prefix: string,
	sign: Sign | null,
	oldest = -Infinity,
): ResumeCache {
	const shared: StoredAnswer[] = [];
	const unverified = new Map<number, StoredAnswer[]>();
	let unreadable = 0;
	items.forEach(({ json }, index) => {
		const readings = resumesIn(json, prefix).map((text) => ({ text, answers: readUntrusted(text, sign) }));
		// The column of another prefix stays when its row is finished, and would be reported in every run.
		const own = [field(json, `${prefix}resume`), field(json, 'resume'), at(json, 'error.resume')].filter(isResume);
		const isRead = (text: string) => readings.some((one) => one.text === text && one.answers !== null);
		if (!own.every(isRead)) unreadable += 1;
		const recent = readings.flatMap(({ answers }) => answers ?? []).filter((answer) => isRecent(answer, oldest));
		for (const answer of recent) {
			if (!answer.unverified) shared.push(answer);
			else if (!unverified.get(index)?.push(answer)) unverified.set(index, [answer]);
		}
	});
	return { shared: cacheOf(shared), ofRow: (index) => cacheOf(unverified.get(index) ?? []), unreadable };
}

function cacheOf(answers: readonly StoredAnswer[]): AnswerCache {
	// Most sheets have no answers, and each row would build keys to look for them.
	if (answers.length === 0) return NO_ANSWERS;
	const outcomes = new Map(
		bestByLookup(answers).map((answer) => [answerKey(answer.tool, answer.key, answer.phone), outcomeOf(answer)]),
	);
	return cacheFrom((key) => outcomes.get(key));
}
