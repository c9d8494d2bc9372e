import { ALL_CONTENT, type RouteSettings } from '../../../nodes/IdentityResolution/actions/operation';
import { InputReader } from '../../../nodes/IdentityResolution/actions/parameters/inputReader';
import { NO_ANSWERS } from '../../../nodes/IdentityResolution/run/answerStore';
import { NO_SUPPRESSION } from '../../../nodes/IdentityResolution/run/suppression';

/** The settings of a run without limits, options and earlier answers. */
export const ROUTE_SETTINGS: RouteSettings = {
	...ALL_CONTENT,
	emails: 'plain',
	inputs: new InputReader([], 'plain'),
	maxTokens: Infinity,
	cache: NO_ANSWERS,
	suppression: NO_SUPPRESSION,
};
