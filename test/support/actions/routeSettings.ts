import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import type { RouteSettings, RowInput } from '../../../nodes/IdentityResolution/actions/read/router';
import { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import { NO_ANSWERS, NO_SUPPRESSION } from '../../../nodes/IdentityResolution/run/answerStore';

/** The settings of a run without limits, options and earlier answers. */
export const ROUTE_SETTINGS: RouteSettings = {
	wants: [],
	minGrade: 'any',
	answers: ALL_CONTENT.answers,
	inputs: new InputReader([], 'plain'),
	maxTokens: Infinity,
	cache: NO_ANSWERS,
	suppression: NO_SUPPRESSION,
};

/** A row with these values in the fields of its operation, and without other cells and earlier columns. */
export const rowWith = (values: RowInput['values'], failures: RowInput['failures'] = []): RowInput => ({
	values,
	failures,
	addresses: () => [],
	isExpression: () => false,
	previousCell: () => undefined,
});
