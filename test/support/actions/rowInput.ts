import type { RowInput } from '../../../nodes/IdentityResolution/actions/operation';
import { NO_ANSWERS } from '../../../nodes/IdentityResolution/run/answerCache';

/** A row without other cells and earlier columns. */
export const NO_INPUT: RowInput = {
	addresses: () => [],
	isExpression: () => false,
	previousCell: () => undefined,
	cache: NO_ANSWERS,
};
