import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import type { RouteSettings } from '../../../nodes/IdentityResolution/actions/read/router';
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
	columnPrefix: 'enriched_',
	isExpression: () => false,
};
