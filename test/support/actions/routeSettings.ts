import type { RouteSettings } from '../../../nodes/IdentityResolution/actions/read/router';
import { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import { AnswerStore, NO_ANSWERS, NO_SUPPRESSION } from '../../../nodes/IdentityResolution/run/answerStore';
import { SETTINGS } from '../run/settledRows';

/** The settings of a run without limits, options and earlier answers. */
export const ROUTE_SETTINGS: RouteSettings = {
	...SETTINGS,
	wants: [],
	answers: new AnswerStore(null),
	cache: NO_ANSWERS,
	suppression: NO_SUPPRESSION,
	known: null,
	execution: {},
	problem: undefined,
	inputs: new InputReader([], 'plain'),
	isExpression: () => false,
};
