import { z } from 'zod/v4';
import { toNumber } from '../../api/values/json';
import { isLow, type TriggerEvent } from './event';

const WAS_LOW = z.object({ low: z.literal(true) });

/** Fires at the first poll below the threshold, and again only after one a tenth above it. */
export const lowBalance: TriggerEvent = {
	event: 'lowBalance',
	name: 'Low Balance',
	description: 'The token balance falls below a number. An unlimited balance never does.',
	catchesUp: false,
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
		const threshold = toNumber(read('threshold')) ?? 0;
		if (threshold <= 0) return 'Threshold must be a number above 0';
		return ({ token_balance, unlimited }, before) => {
			if (token_balance === null)
				return {
					message: 'The account does not show its token balance',
					description:
						'Choose another Event: without the balance this one can never come',
				};
			const wasLow = WAS_LOW.safeParse(before).success;
			const low = isLow(token_balance, threshold, wasLow);
			const item = { token_balance, unlimited, threshold };
			return { items: low && !wasLow ? [item] : [], state: { low }, sample: item };
		};
	},
};
