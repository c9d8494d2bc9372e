import type { Limits } from '../../run/limits';
import { NUMBER_LIMITS, type NumberSetting } from '../panel/limitFields';

/** The limits of account requests: the default ones, without a budget, because account tools are free. */
export const ACCOUNT_LIMITS: Limits = {
	batchSize: 1,
	concurrency: 1,
	maxRunTime: Infinity,
	maxTokens: Infinity,
	maxWait: defaultOf('maxWait') * 1_000,
	reserve: 0,
	retries: defaultOf('retries'),
	onLimit: 'wait',
	onPhoneTokens: 'withoutPhone',
};

/** ms per request. */
export const ACCOUNT_TIMEOUT = defaultOf('timeout') * 1_000;

function defaultOf(name: NumberSetting['name']): number {
	return NUMBER_LIMITS.find((limit) => limit.name === name)?.default ?? 0;
}
