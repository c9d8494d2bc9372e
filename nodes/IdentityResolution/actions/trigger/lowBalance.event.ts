import { z } from 'zod/v4';
import type { Account } from '../../api/account/account';
import { toNumber } from '../../api/json';
import type { Decision, TriggerEvent } from './event';

/** Whether the balance was below the threshold. */
const STATE = z.object({ low: z.boolean() });

/** Fires at the first poll below the threshold, and again only after a poll at or above it. */
export const lowBalance: TriggerEvent = {
	event: 'lowBalance',
	name: 'Low Balance',
	description: 'The token balance falls below a number. An unlimited balance never does.',
	fields: [
		{
			displayName: 'Threshold',
			name: 'threshold',
			type: 'number',
			default: 1_000,
			typeOptions: { minValue: 1, numberPrecision: 0 },
			description: 'Starts the workflow when the account has fewer tokens than this',
			hint: 'In tokens',
		},
	],
	watch(read) {
		const threshold = toNumber(read('threshold'));
		if (threshold === null || threshold <= 0) return { is: 'invalid', why: 'Threshold must be a number above 0' };
		return { is: 'ready', decide: (...seen) => decide(threshold, ...seen) };
	},
};

function decide(threshold: number, { token_balance, unlimited }: Account, before: unknown): Decision {
	if (token_balance === null) {
		return {
			is: 'missing_data',
			message: 'The account does not show its token balance',
			description: 'Choose another Event: without the balance this one can never come',
		};
	}
	const low = token_balance < threshold;
	const wasLow = STATE.safeParse(before).data?.low === true;
	const item = { token_balance, unlimited, threshold };
	return { is: 'decided', items: low && !wasLow ? [item] : [], state: { low }, sample: item };
}
