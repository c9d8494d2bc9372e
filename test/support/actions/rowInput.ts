import type { RowInput } from '../../../nodes/IdentityResolution/actions/parameters/router';

/** A row without other cells and earlier columns. */
export const NO_INPUT: RowInput = {
	addresses: () => [],
	isExpression: () => false,
	previousCell: () => undefined,
};
