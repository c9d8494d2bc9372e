import type { NodeExecutionHint } from 'n8n-workflow';
import type { AnswerStore } from '../../run/answerStore';
import type { Known } from '../read/known';
import { counted } from '../spec/format';
import { hint } from './hints';

/** Reports rows of the input *Known* that were not used, and why. */
export function knownHints(
	{ rows, texts, list }: Known,
	{ expired }: Pick<AnswerStore, 'expired'>,
): NodeExecutionHint[] {
	if (rows === 0) return [hint('info', NO_ROWS)];
	return [
		...(texts + list.entries === 0 ? [hint('warning', NOTHING_USABLE)] : []),
		...(expired > 0 ? [hint('info', `${counted(expired, 'known answer')} expired, because of Max Age.`)] : []),
		...(list.nameless > 0 ? [hint('warning', `${counted(list.nameless, 'suppressed row')} ${NAMELESS}`)] : []),
	];
}

const NO_ROWS = 'No row arrived at the input Known, so that no answer was known. This is normal for an empty store.';

const NOTHING_USABLE =
	'The rows at the input Known contain no answer of this node. Pass its column resume as it was written, under a ' +
	'name that ends in resume, or mark people in a column suppressed.';

const NAMELESS = 'had no LinkedIn address, email or MD5. A name alone does not suppress a person.';
