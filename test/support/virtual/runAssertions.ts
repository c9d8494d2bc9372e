import type { Answer } from '../../../nodes/IdentityResolution/api/replies/reading';
import type { Outcome, Stop } from '../../../nodes/IdentityResolution/service/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import type { SimulatedRun } from './virtualRun';

export const answerOf = ({ outcome }: SettledRow): Answer | null =>
	outcome.is === 'found' || outcome.is === 'not_found' ? outcome.answer : null;

export const emailOf = (row: SettledRow): string | undefined =>
	(answerOf(row)?.results as { email?: string } | null | undefined)?.email;

export const stopOf = ({ outcome }: SettledRow): Stop | null => (outcome.is === 'deferred' ? outcome.stop : null);

/** The distinct reasons of the deferred rows. */
export const reasonsOf = ({ rows }: SimulatedRun) => [
	...new Set(rows.map(stopOf).flatMap((stop) => (stop === null ? [] : [stop.reason]))),
];

/** The default latency in ms, minus the rounding error of the clock. */
const ROUND = 100 - 0.1;

export const count = ({ statuses }: SimulatedRun, status: Outcome['is']) =>
	statuses.filter((one) => one === status).length;

/** The start of each round trip, in ms since the start of the run, and the number of requests sent during it. */
export function sentByRound({ service }: SimulatedRun): Array<[number, number]> {
	const rounds: Array<[number, number]> = [];
	for (const at of service.times) {
		const round = rounds.at(-1);
		if (round !== undefined && at - round[0] < ROUND) round[1] += 1;
		else rounds.push([at, 1]);
	}
	return rounds;
}
