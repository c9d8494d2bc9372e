import type { Part, Step } from './contender';

/** What a user has to do on the canvas for a job. */
export interface Effort {
	/** Between the rows and the receipt. */
	nodes: number;
	/** Set by the user: neither left at their default, nor written by the editor itself. Code counts as one, whatever its length. */
	parameters: number;
	/** Lines of code that are not blank. */
	code: number;
}

/** What every step has, and which settles nothing of the job by itself. */
const NOT_SETTINGS = ['name', 'type', 'typeVersion', 'parameters', 'credentials'];

/** Of a condition or a field to set, the editor writes these along with what the user chooses. */
const WRITTEN_ALONG = ['id', 'type', 'combinator', 'options'];

export function effortOf({ steps }: Part): Effort {
	return {
		nodes: steps.length,
		parameters: sum(steps.map((step) => leaves(step.parameters) + settings(step))),
		code: sum(steps.map(linesOfCode)),
	};
}

const settings = (step: Step) => Object.keys(step).filter((name) => !NOT_SETTINGS.includes(name)).length;

function leaves(value: unknown): number {
	if (Array.isArray(value)) return sum(value.map(leaves));
	if (!isObject(value)) return value === '' ? 0 : 1;
	if (isCondition(value)) return leaves(value.leftValue) + leaves(value.rightValue) + 1;
	return sum(Object.entries(value).map(([name, inner]) => (isWrittenAlong(value, name) ? 0 : leaves(inner))));
}

/** A comparison is chosen in one go, although it is kept as an object. */
const isCondition = (value: Record<string, unknown>) => 'leftValue' in value && isObject(value.operator);

const isWrittenAlong = (value: Record<string, unknown>, name: string) =>
	('conditions' in value || 'value' in value) && WRITTEN_ALONG.includes(name);

function linesOfCode({ parameters: { jsCode } }: Step): number {
	return typeof jsCode === 'string' ? jsCode.split('\n').filter((line) => line.trim() !== '').length : 0;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
