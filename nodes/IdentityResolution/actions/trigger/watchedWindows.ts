import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { type Account, FAIR_USE_WINDOWS, type FairUseWindow } from '../../api/account/account';
import type { Decide, Decision, ReadParameter } from './event';

export const windowsField = (description: string): INodeProperties => ({
	displayName: 'Windows',
	name: 'windows',
	type: 'multiOptions',
	default: ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'],
	description,
	options: FAIR_USE_WINDOWS.map(({ label, column }) => ({ name: label, value: column })),
});

/**
 * @param account with the watched windows, in display order; null if the account reports none of
 * them
 */
type DecideWindows = (
	watched: readonly FairUseWindow[],
	account: Account,
	before: unknown,
	now: number,
) => Decision | null;

const STATE = z
	.object({ windows: z.unknown(), notOnPlan: z.array(z.string()) })
	.catch({ windows: undefined, notOnPlan: [] });

/** Whether a plan has a window. */
const isOnPlan = ({ of }: FairUseWindow, account: Account) => of(account).limit !== 0;

const labelsOf = (windows: readonly FairUseWindow[]) =>
	windows.map(({ label }) => label).join(', ');

/**
 * Decides with the chosen windows that are on the plan. The first decision without one of them
 * names it.
 */
export function watchWindows(read: ReadParameter, decide: DecideWindows): Decide | string {
	const names = read('windows');
	const chosen = Array.isArray(names)
		? FAIR_USE_WINDOWS.filter(({ column }) => names.includes(column))
		: [];
	if (chosen.length === 0) return 'Windows must name at least one Fair Use window';
	const description = 'Choose other Windows';
	return (account, before, now) => {
		const watched = chosen.filter((window) => isOnPlan(window, account));
		if (watched.length === 0)
			return {
				message: `The plan does not have the chosen windows (${labelsOf(chosen)})`,
				description,
			};
		const { windows, notOnPlan } = STATE.parse(before);
		const decision = decide(watched, account, windows, now);
		if (decision === null)
			return {
				message: `The account does not show the chosen windows (${labelsOf(chosen)})`,
				description,
			};
		const news = chosen.filter(
			(window) => !watched.includes(window) && !notOnPlan.includes(window.column),
		);
		return {
			...decision,
			state: {
				windows: decision.state,
				notOnPlan: [...notOnPlan, ...news.map(({ column }) => column)],
			},
			...(news.length > 0 && {
				notice: `The plan does not have these windows: ${labelsOf(news)}`,
			}),
		};
	};
}
