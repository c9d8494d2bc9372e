import type { Answer } from '../../nodes/IdentityResolution/api/replies/reading';
import type { Outcome, Stop } from '../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../nodes/IdentityResolution/run/rows';
import type { SimulatedRun } from './virtualRun';

export const answerOf = ({ outcome }: SettledRow): Answer | null =>
	outcome.is === 'found' || outcome.is === 'not_found' ? outcome.answer : null;

export const emailOf = (row: SettledRow): string | undefined =>
	(answerOf(row)?.results as { email?: string } | null | undefined)?.email;

export const stopOf = ({ outcome }: SettledRow): Stop | null => (outcome.is === 'deferred' ? outcome.stop : null);

/** Why rows were deferred: each reason once. */
export const reasonsOf = ({ rows }: SimulatedRun) => [
	...new Set(rows.map(stopOf).flatMap((stop) => (stop === null ? [] : [stop.reason]))),
];

/** ms: as long as the service that is played takes for an answer. Less than a thousandth of it is the clock's own rounding. */
const ROUND = 100 - 0.1;

export const count = ({ statuses }: SimulatedRun, status: Outcome['is']) =>
	statuses.filter((one) => one === status).length;

/** When the first request of each round was sent, ms from the start, and how many were within the time that an answer takes, over which they are spread. */
export function sentByRound({ service }: SimulatedRun): Array<[number, number]> {
	const rounds: Array<[number, number]> = [];
	for (const at of service.times) {
		const round = rounds.at(-1);
		if (round !== undefined && at - round[0] < ROUND) round[1] += 1;
		else rounds.push([at, 1]);
	}
	return rounds;
}

/** When the account was asked, ms from the start. */
export const looks = ({ service }: SimulatedRun) =>
	service.requests.filter(({ tool }) => tool.family === 'free').map(({ at }) => at);
