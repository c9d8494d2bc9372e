import type { Limits } from '../../run/environment';
import { defaultOf } from './settings';

/** The limits of account requests: the default ones, without a budget, because account tools are free. */
export const ACCOUNT_LIMITS: Limits = {
	concurrency: 1,
	maxRunTime: Infinity,
	maxTokens: Infinity,
	maxWait: defaultOf('maxWait'),
};
