import type { RowContext } from '../../../nodes/IdentityResolution/actions/write/content';

/** The context of a row that came without columns of ours. */
export const NO_CONTEXT: RowContext = {
	previous: () => undefined,
	addresses: () => [],
};
