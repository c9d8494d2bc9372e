import type { RowInput } from '../../../nodes/IdentityResolution/actions/read/router';

/** A row without other cells and earlier columns. */
export const NO_INPUT: RowInput = {
	addresses: () => [],
	isExpression: () => false,
	previousCell: () => undefined,
};
