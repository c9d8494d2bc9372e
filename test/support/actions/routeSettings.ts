import { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import type { ParameterReader } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { ReadContext } from '../../../nodes/IdentityResolution/actions/read/readContext';
import { AnswerStore, NO_ANSWERS } from '../../../nodes/IdentityResolution/run/answerStore';
import { NO_SUPPRESSION } from '../../../nodes/IdentityResolution/run/suppression';
import { SETTINGS } from '../run/settledRows';

/** What routes depend on in a run without limits, options and earlier answers. */
export const ROUTE_SETTINGS = {
	...SETTINGS,
	wants: [],
	answers: new AnswerStore(null),
	cache: NO_ANSWERS,
	suppression: NO_SUPPRESSION,
	inputs: new InputReader([], 'plain'),
	caller: 'workflow',
	parameters: { isExpression: () => false } as unknown as ParameterReader,
} as unknown as ReadContext;
