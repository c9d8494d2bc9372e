import { hostsFloor } from '../contenders/bareNode';
import { codeBatched } from '../contenders/codeBatched';
import { httpBatched } from '../contenders/httpBatched';
import { httpDefault } from '../contenders/httpDefault';
import { NO_N8N } from '../contenders/legend';
import { thisNode } from '../contenders/thisNode';
import { seconds, times, whole } from '../figures';
import { GUARD, leastUnderGuard, withFullGuard } from '../ground/guard';
import { SERVICE } from '../ground/session';
import type { Trial } from '../ground/trial';
import { PROFILES } from '../job';
import { countDistinct, makeSheet, truthsOf } from '../sheet';
import { contest } from './contest';
import { floorTrial } from './floorTrial';
import { atLeast, atMost, type Measurement } from './table';

const ROWS = 2_000;
const DUPLICATES = 0.3;
const CONCURRENCY = 20;

/** Table 2: a sheet of e-mails, looked up one by one under the burst guard. */
export const singles: Measurement = async (bench) => {
	const sheet = makeSheet(ROWS, DUPLICATES);
	const { lookups, hits } = countDistinct(truthsOf(sheet, PROFILES, SERVICE));
	const least = leastUnderGuard(lookups, SERVICE.latency);
	const rows: string[][] = [];
	let us: Trial | null = null;
	for (const contender of [thisNode(), httpDefault, httpBatched, codeBatched, hostsFloor(CONCURRENCY)]) {
		const trial = await contest(bench, { contender, job: PROFILES, sheet, repeats: 1, before: withFullGuard });
		us ??= trial;
		rows.push(row(`${contender.letter}, ${contender.name}`, trial, least));
	}
	rows.push(
		row(
			`${NO_N8N.letter}, ${NO_N8N.name}`,
			await floorTrial(PROFILES, sheet, { concurrency: CONCURRENCY, repeats: 1, burst: GUARD }),
			least,
		),
	);
	if (us === null) throw new Error('Nobody was measured');
	return {
		id: '2',
		title: 'E-mails to profiles, one by one',
		work: `${whole(ROWS)} rows, ${DUPLICATES * 100} % of them duplicates: ${whole(lookups)} people, ${whole(hits)} of whom are found. Burst guard: ${GUARD.perSecond} requests a second, ${GUARD.burst} at once; it lets ${whole(lookups)} requests through in ${seconds(least)} at the least. At most ${CONCURRENCY} requests in flight. One run each.`,
		head: ['', 'rows right', 'rows without an answer', 'time', 'over the least', 'requests', 'refused', 'tokens'],
		rows,
		targets: [
			atLeast('Rows answered rightly', us.judged.right, ROWS, whole),
			atMost('Time, against the least that the guard allows', us.measured.wall / least, 1.15, times),
		],
		notes: [
			'Whoever asks about duplicates again cannot come near the least. Whoever is faster than the least has lost rows.',
		],
		charts: [],
	};
};

const row = (name: string, { judged, measured }: Trial, least: number): string[] => [
	name,
	whole(judged.right),
	whole(ROWS - judged.right),
	seconds(measured.wall),
	times(measured.wall / least),
	whole(judged.requests),
	whole(judged.refused),
	whole(judged.tokens),
];
