import type { INodeExecutionData } from 'n8n-workflow';
import { answerName, readResume, type PaidAnswer } from '../../api/resume';
import { recallFrom, type Answered } from '../../run/recall';
import { resumesIn } from '../before';
import type { Resumed } from '../operation';

/**
 * What rows were answered before they were put off, by question: whichever row asks it again, it is not asked, nor paid, a second
 * time.
 * @param prefix of our columns; rows that left without their input fields have none
 */
export function readResumed(items: readonly INodeExecutionData[], prefix: string): Resumed {
	const answers = new Map<string, Answered>();
	let unreadable = 0;
	for (const { json } of items) {
		const texts = resumesIn(json, prefix).map(readResume);
		if (texts.includes(null)) unreadable += 1;
		for (const answer of texts.flatMap((paid) => paid ?? [])) {
			const name = answerName(answer.tool, answer.key, answer.phone);
			// Rows of sheets that differ in age: a hit was paid for, a miss says nothing against it.
			if (answers.get(name)?.is !== 'found') answers.set(name, outcomeOf(answer));
		}
	}
	return { recall: recallFrom((name) => answers.get(name)), unreadable };
}

function outcomeOf({ results }: PaidAnswer): Answered {
	const found = results !== null;
	return { is: found ? 'found' : 'not_found', answer: { found, results, metadata: null }, phone: 'as_asked' };
}
