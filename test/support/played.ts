import type { Answer } from '../../nodes/IdentityResolution/api/reading';
import type { Status, Stop } from '../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../nodes/IdentityResolution/run/settle';
import type { Played } from './virtualRun';

export const answerOf = ({ outcome }: SettledRow): Answer | null =>
	outcome.is === 'found' || outcome.is === 'not_found' ? outcome.answer : null;

export const emailOf = (row: SettledRow): string | undefined => (answerOf(row)?.results as { email?: string } | null | undefined)?.email;

export const stopOf = ({ outcome }: SettledRow): Stop | null => (outcome.is === 'deferred' ? outcome.stop : null);

/** Why rows were deferred: each reason once. */
export const reasonsOf = ({ rows }: Played) => [...new Set(rows.map(stopOf).flatMap((stop) => (stop === null ? [] : [stop.reason])))];

export const count = ({ statuses }: Played, status: Status) => statuses.filter((one) => one === status).length;

/** How many requests were sent at each time. */
export function sentByTime({ service }: Played): Array<[number, number]> {
	const sent = new Map<number, number>();
	for (const at of service.times) sent.set(at, (sent.get(at) ?? 0) + 1);
	return [...sent];
}
