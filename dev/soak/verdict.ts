import { isTooMuch, type Grown, type Measure } from './measures';
import type { Tally } from './tally';

/** What a soak came to. */
export interface Soaked {
	tally: Tally;
	grown: readonly Grown[];
	/** The same without the node; null where nothing grew, so that nobody had to know. */
	control: readonly Grown[] | null;
	/** Requests about people whom no run under way had. */
	strays: number;
}

/** What was broken, in a sentence each; none where all promises held. */
export function broken({ tally, grown, control, strays }: Soaked): string[] {
	const { lost, repeated, wrong, paidAgain, n8nFailures, rows, statuses } = tally;
	const counted = Object.values(statuses).reduce((sum, count) => sum + count, 0) + lost;
	const promises: Array<[boolean, string]> = [
		[lost === 0, `${lost} rows were lost`],
		[repeated === 0, `${repeated} rows came out twice, or are nobody's`],
		[wrong === 0, `${wrong} rows came out with what can't be theirs`],
		[counted === rows, `${counted} of ${rows} rows are accounted for`],
		[paidAgain === 0, `${paidAgain} people were paid for again though an answer had arrived`],
		[n8nFailures === 0, `${n8nFailures} runs were not brought to an end by n8n`],
		[strays === 0, `${strays} requests asked about people of no run`],
		[(statuses.found ?? 0) > 0, 'nobody was found'],
	];
	const growths = grown
		.filter((one, place) => isTooMuch(one, control?.[place].growth ?? 0))
		.map(({ measure, growth }) => sentenceOf(measure, growth ?? 0));
	return [...promises.filter(([holds]) => !holds).map(([, sentence]) => sentence), ...growths];
}

const sentenceOf = ({ name, show, allowed }: Measure, growth: number) =>
	`${name} grew by ${show(growth)} over the last half, where ${show(allowed)} may be chance`;
