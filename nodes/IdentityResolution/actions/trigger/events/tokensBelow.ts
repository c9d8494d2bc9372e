import { z } from 'zod/v4';
import { amountCell, type FlatRow } from '../../../api/account/flatRow';
import { accountOf, askAccount } from './accountRoute';
import type { Definition, Responses, MissingData } from './event';
import { readThreshold } from './eventFields';

/** A kind of tokens that can run low. */
interface Tokens {
	/** The column that tells how many are left. */
	column: string;
	/** How many are left; Infinity where they are unlimited, null where the account does not tell. */
	read(account: unknown): number | null;
	untold: MissingData;
}

type Memory = { low: boolean };

/**
 * What the events on tokens share. One comes with the first poll that finds fewer than the threshold, and again only
 * after a poll has found as many or more.
 */
export function tokensBelow(
	event: string,
	{ column, read, untold }: Tokens,
): Pick<Definition<{ threshold: number }, Memory>, 'settings' | 'memory' | 'route' | 'decide' | 'sample'> {
	const itemOf = (threshold: number, [account]: Responses, left: number): FlatRow => ({
		event,
		...accountOf(account),
		[column]: amountCell(left),
		unlimited: left === Infinity,
		threshold,
	});
	return {
		settings: readThreshold,
		memory: z.object({ low: z.boolean() }),
		route: askAccount,
		decide({ threshold }, before, responses) {
			const left = read(responses[0]);
			if (left === null) return untold;
			const low = left < threshold;
			const items = low && before?.low !== true ? [itemOf(threshold, responses, left)] : [];
			return { is: 'decided', items, state: { low } };
		},
		sample({ threshold }, responses) {
			const left = read(responses[0]);
			return left === null ? untold : { is: 'sample', item: itemOf(threshold, responses, left) };
		},
	};
}
