import { bestByLookup, writeResume, type StoredAnswer, type Reduce, type ResumeText } from '../../api/resume';
import type { Sign } from '../../api/signature';
import { TOOLS } from '../../api/tools';
import { readParts } from '../../api/person/parts';
import { answeredPhone, isAnswered, type Answered } from '../../run/answerCache';
import type { Step } from '../../run/lookup';

/** Writes the answers of a row and earlier ones as a `resume` text; null if there are none. */
export function resumeText(
	steps: readonly Step[],
	earlier: readonly StoredAnswer[],
	sign: Sign | null,
): ResumeText | null {
	const answers = bestByLookup([...earlier, ...steps.filter(wasAnswered).map(storedAnswer)]);
	return answers.length > 0 ? writeResume(answers, sign, reduce) : null;
}

export const TOO_LONG = 'Not all paid answers fit into the 30,000 characters of resume: some may be charged again';

/** Whether a step has an answer that later runs may know. */
export const wasAnswered = (step: Step): step is Step & { outcome: Answered } =>
	isAnswered(step.outcome) && step.outcome.answer.isUnnamed !== true;

/** An answer from a `resume` text keeps its signature and its mark: text of unknown origin is never signed. */
export const storedAnswer = ({ lookup, outcome }: Step & { outcome: Answered }): StoredAnswer =>
	outcome.answer.stored ?? {
		tool: lookup.tool.name,
		key: lookup.identifier.key,
		phone: answeredPhone(outcome, lookup),
		results: outcome.is === 'found' ? outcome.answer.results : null,
		at: outcome.answer.at,
	};

const COLUMN_SOURCES = new Map(TOOLS.map(({ name, columns }) => [name, columns]));

const reduce: Reduce = ({ tool, results }) => {
	const sources = COLUMN_SOURCES.get(tool);
	return sources === undefined || results === null ? results : readParts(sources, results);
};
