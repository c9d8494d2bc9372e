import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import {
	type Account,
	type AccountWindow,
	FAIR_USE_WINDOWS,
	type FairUseWindow,
	windowColumns,
} from '../../api/account';
import { toNumber } from '../../api/json';
import { toTime } from '../../api/replies/reading';

export type ReadParameter = (name: string) => unknown;

export interface TriggerEvent {
	/** Its value in saved workflows. */
	event: string;
	/** Title Case. */
	name: string;
	description: string;
	/** Its own parameters, without display options. The state of other parameters does not count. */
	fields: INodeProperties[];
	/** Reads the parameters. @returns what decides with them, or why they are invalid */
	watch(read: ReadParameter): { is: 'ready'; decide: Decide } | { is: 'invalid'; why: string };
}

/**
 * Decides what a poll reports.
 * @param before the state of the last decision, as JSON; one that is missing or unreadable counts as none
 */
type Decide = (account: Account, before: unknown) => Decision;

export type Decision =
	| {
			is: 'decided';
			/** What each item has besides event and account. Empty if the event did not happen. */
			items: object[];
			/** For the next decision. Each change costs an execution, so that it contains only what decides. */
			state: object;
			/** An item of the account as it is now, whether or not the event happened. */
			sample: object;
	  }
	/** The account lacks the data of the event. */
	| { is: 'missing_data'; message: string; description: string };

/** Whether the balance was below the threshold. */
const BALANCE_STATE = z.object({ low: z.boolean() });

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
		return {
			is: 'ready',
			decide({ token_balance, unlimited }, before) {
				if (token_balance === null) return NO_BALANCE;
				const low = token_balance < threshold;
				const wasLow = BALANCE_STATE.safeParse(before).data?.low === true;
				const item = { token_balance, unlimited, threshold };
				return { is: 'decided', items: low && !wasLow ? [item] : [], state: { low }, sample: item };
			},
		};
	},
};

const NO_BALANCE: Decision = {
	is: 'missing_data',
	message: 'The account does not show its token balance',
	description: 'Choose another Event: without the balance this one can never come',
};

const windowsField = (description: string): INodeProperties => ({
	displayName: 'Windows',
	name: 'windows',
	type: 'multiOptions',
	default: ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'],
	description,
	options: FAIR_USE_WINDOWS.map(({ label, column }) => ({ name: label, value: column })),
});

/** Returns the chosen windows, in display order. */
function readWindows(read: ReadParameter): FairUseWindow[] {
	const names = read('windows');
	return Array.isArray(names) ? FAIR_USE_WINDOWS.filter(({ column }) => names.includes(column)) : [];
}

const NO_WINDOW = { is: 'invalid', why: 'Windows must name at least one Fair Use window' } as const;

/** The account reports none of the chosen windows. */
const notReported = (windows: readonly FairUseWindow[]): Decision => ({
	is: 'missing_data',
	message: `The account does not show the chosen windows (${windows.map(({ label }) => label).join(', ')})`,
	description: 'Choose other Windows',
});

export const windowLow: TriggerEvent = {
	event: 'windowLow',
	name: 'Window Low',
	description: 'A Fair Use window has less than a percentage of its limit left',
	fields: [
		windowsField('The windows to watch. Each one starts the workflow by itself.'),
		{
			displayName: 'Percent',
			name: 'percent',
			type: 'number',
			default: 10,
			typeOptions: { minValue: 1, maxValue: 100 },
			description: 'Starts the workflow when less than this percentage of the limit is left',
		},
	],
	watch(read) {
		const windows = readWindows(read);
		const percent = toNumber(read('percent'));
		if (windows.length === 0) return NO_WINDOW;
		if (percent === null || percent <= 0 || percent > 100)
			return { is: 'invalid', why: 'Percent must be a number above 0, up to 100' };
		return { is: 'ready', decide: (...seen) => decideLow(windows, percent, ...seen) };
	},
};

/** Low windows, with the reset time at which they were reported: epoch ms, or null. */
const LOW = z.record(z.string(), z.number().nullable());

function decideLow(windows: readonly FairUseWindow[], percent: number, account: Account, before: unknown): Decision {
	const level = ({ of }: FairUseWindow) => levelOf(of(account), percent);
	const shown = windows.find((window) => level(window) !== 'unknown');
	if (shown === undefined) return notReported(windows);
	const itemOf = ({ column, label, of }: FairUseWindow) => ({
		window: column,
		window_name: label,
		...of(account),
		percent,
	});
	const earlier: Partial<z.infer<typeof LOW>> = LOW.safeParse(before).data ?? {};
	const items: object[] = [];
	const state: z.infer<typeof LOW> = {};
	for (const window of windows) {
		const { column, length, of } = window;
		const reported = earlier[column];
		if (level(window) === 'unknown' && reported !== undefined) state[column] = reported;
		if (level(window) !== 'low') continue;
		const resetsAt = toTime(of(account).resets_at);
		// The reset time of a rolling window moves with every use. Only if it moved by the whole length, all earlier
		// uses have left the window, and it was used up again.
		const isNew = reported === undefined || isLater(resetsAt, reported, length);
		if (isNew) items.push(itemOf(window));
		// In steps of half a length, because each change costs an execution.
		const isSaved = isNew || reported === null || isLater(resetsAt, reported, length / 2);
		state[column] = isSaved ? resetsAt : reported;
	}
	return { is: 'decided', items, state, sample: itemOf(shown) };
}

/** A window with a limit of 0 is not on the plan, so that it is never low. */
function levelOf({ limit, remaining }: AccountWindow, percent: number): 'low' | 'enough' | 'unknown' {
	if (remaining === Infinity) return 'enough';
	if (limit === null || remaining === null) return 'unknown';
	return limit > 0 && remaining < (limit * percent) / 100 ? 'low' : 'enough';
}

const isLater = (resetsAt: number | null, than: number | null, ms: number) =>
	resetsAt !== null && than !== null && resetsAt >= than + ms;

/** One event per family: a lookup uses all windows of its family, so that rows can only continue with the last one. */
export const windowOpen: TriggerEvent = {
	event: 'windowOpen',
	name: 'Window Open',
	description: 'All Fair Use windows that were used up are open again, so that deferred rows can continue',
	fields: [
		windowsField(
			'The windows to watch. The workflow starts when all of those of enrichment, or of search, are open again.',
		),
	],
	watch(read) {
		const windows = readWindows(read);
		return windows.length === 0 ? NO_WINDOW : { is: 'ready', decide: (...seen) => decideOpen(windows, ...seen) };
	},
};

/** Windows that were closed since all of their family were open. */
const CLOSED = z.array(z.string());

function decideOpen(windows: readonly FairUseWindow[], account: Account, before: unknown): Decision {
	const shown = windows.find(({ of }) => of(account).remaining !== null);
	if (shown === undefined) return notReported(windows);
	const earlier = CLOSED.safeParse(before).data ?? [];
	const wasClosed = ({ column }: FairUseWindow) => earlier.includes(column);
	const isClosed = (window: FairUseWindow) => {
		const { remaining } = window.of(account);
		// A window that is not reported is unchanged.
		return remaining === null ? wasClosed(window) : remaining <= 0;
	};
	const ofFamily = (name: FairUseWindow['family']) => windows.filter(({ family }) => family === name);
	const itemOf = (own: readonly FairUseWindow[], opened: readonly FairUseWindow[]) => ({
		family: own[0].family,
		opened: namesOf(opened).join(', '),
		...windowColumns<unknown>(own, ({ of }) => of(account)),
	});
	const items: object[] = [];
	const state: string[] = [];
	for (const own of [ofFamily('enrich'), ofFamily('search')]) {
		const seenClosed = own.filter((window) => isClosed(window) || wasClosed(window));
		if (own.some(isClosed)) state.push(...namesOf(seenClosed));
		else if (seenClosed.length > 0) items.push(itemOf(own, seenClosed));
	}
	const example = ofFamily(shown.family);
	return { is: 'decided', items, state, sample: itemOf(example, example) };
}

const namesOf = (windows: readonly FairUseWindow[]): string[] => windows.map(({ column }) => column);

/** All events, in display order. */
export const EVENTS: readonly TriggerEvent[] = [lowBalance, windowLow, windowOpen];

/** All parameters of the trigger, in panel order. n8n adds the poll times before them. */
export const TRIGGER_PROPERTIES: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: 'lowBalance',
		description: 'What starts the workflow. Each event is reported once, and polling is free.',
		options: EVENTS.map(({ name, event: value, description }) => ({ name, value, description })),
	},
	...EVENTS.flatMap(({ event, fields }) =>
		fields.map((property): INodeProperties => ({ ...property, displayOptions: { show: { event: [event] } } })),
	),
];
