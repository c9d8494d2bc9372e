import { z } from 'zod/v4';
import { readAccount } from '../../../api/account/account';
import type { FlatRow } from '../../../api/account/flatRow';
import { accountOf, requestAccount } from './accountRoute';
import { defineEvent, type Responses } from './event';

const EVENT = 'accountChanged';

const WATCHED = [
	{
		column: 'personal_email_available',
		label: 'Personal-Email Access',
		description: 'Whether the personal-email tools are on the plan',
	},
	{ column: 'plan', label: 'Plan', description: 'The plan of the account' },
	{ column: 'status', label: 'Status', description: 'Whether the account is active' },
] as const;

type Watched = (typeof WATCHED)[number]['column'];

/** The watched values; null if the account has not reported them yet. */
type Memory = Partial<Record<Watched, string | boolean | null>>;

export const accountChanged = defineEvent<{ watch: Watched[] }, Memory>({
	event: EVENT,
	name: 'Account Changed',
	description: 'The status, the plan or the access to personal emails changes',
	fields: [
		{
			displayName: 'Watch',
			name: 'watch',
			type: 'multiOptions',
			default: ['personal_email_available', 'plan', 'status'],
			description: 'What to compare between two polls',
			options: WATCHED.map(({ label, column, description }) => ({ name: label, value: column, description })),
		},
	],
	settings(read) {
		const names = read('watch');
		const watch = WATCHED.map(({ column }) => column).filter(
			(column) => Array.isArray(names) && names.includes(column),
		);
		return watch.length === 0
			? { is: 'invalid', why: 'Watch must name at least one thing' }
			: { is: 'read', settings: { watch } };
	},
	memory: z.object({
		personal_email_available: z.boolean().nullable().optional(),
		plan: z.string().nullable().optional(),
		status: z.string().nullable().optional(),
	}),
	route: requestAccount,
	// The service refuses to return an inactive account.
	whenInactive: ({ watch }) => (watch.includes('status') ? { status: 'inactive' } : undefined),
	decide({ watch }, before, responses) {
		const now = valuesOf(responses);
		if (watch.every((column) => now[column] === null)) return missingData(watch);
		const remember: Memory = {};
		const changed: Watched[] = [];
		for (const column of watch) {
			const was = before?.[column] ?? null;
			remember[column] = now[column] ?? was;
			if (was !== null && remember[column] !== was) changed.push(column);
		}
		const items =
			changed.length === 0 ? [] : [itemOf(watch, { changed, before: before ?? {}, now: remember }, responses)];
		return { is: 'decided', items, state: remember };
	},
	sample({ watch }, responses) {
		const now = valuesOf(responses);
		if (watch.every((column) => now[column] === null)) return missingData(watch);
		return { is: 'sample', item: itemOf(watch, { changed: [], before: now, now }, responses) };
	},
});

function valuesOf([account]: Responses): Record<Watched, string | boolean | null> {
	const { status, plan, personalEmailAvailable } = readAccount(account);
	return { personal_email_available: personalEmailAvailable, plan, status };
}

function itemOf(
	watch: readonly Watched[],
	{ changed, before, now }: { changed: Watched[]; before: Memory; now: Memory },
	[account]: Responses,
): FlatRow {
	const pairs = watch.flatMap((column) => [
		[column, now[column] ?? null] as const,
		[`${column}_before`, before[column] ?? null] as const,
	]);
	return { event: EVENT, ...accountOf(account), changed: changed.join(', '), ...Object.fromEntries(pairs) };
}

const missingData = (watch: readonly Watched[]) =>
	({
		is: 'missing_data',
		message: `The account does not show what is watched (${watch.join(', ')})`,
		remedy: 'Choose something else in Watch',
	}) as const;
