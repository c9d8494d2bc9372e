import type { NodeExecutionHint } from 'n8n-workflow';
import type { Known } from '../known/known';
import { counted } from './format';
import { hint } from './hints';

/** Says what was wrong with the rows of the input *Known*. */
export function knownHints({ rows, answers, list }: Known): NodeExecutionHint[] {
	const { size, expired, unreadable } = answers;
	if (rows === 0) return [hint('info', NO_ROWS)];
	return [
		...(size + expired + unreadable + list.entries === 0 ? [hint('warning', NO_ANSWERS)] : []),
		...(expired > 0
			? [hint('info', `${counted(expired, 'known answer')} did not count, because of Max Age.`)]
			: []),
		...(unreadable > 0 ? [hint('warning', `${counted(unreadable, 'known row')} ${DAMAGED}`)] : []),
		...(list.nameless > 0 ? [hint('warning', `${counted(list.nameless, 'suppressed row')} ${NAMELESS}`)] : []),
	];
}

const NO_ROWS =
	'No row arrived at the input Known, so that nothing was known before this run. That is right if your store is ' +
	'still empty.';

const NO_ANSWERS =
	'The rows at the input Known contain no answer of this node. Pass its column resume as it was written, under any ' +
	'name, or mark people in a column suppressed.';

const DAMAGED = 'had a damaged resume text, and answered nothing. Store that column as text, unchanged.';

const NAMELESS =
	'named nobody: no LinkedIn address, e-mail or MD5 was found in their cells. Nobody is held back because of them.';
