import { isReady } from '../../n8n/instance/n8nProcess';
import { hostFloor, US } from '../contenders/contenders';
import { BOTH_EMAILS, EMAILS } from '../job';
import { atMost, say, whole, type BenchTable } from '../report';
import { makeSheet } from '../sheet';
import { bySpeed, inWarmSession, repeatTrial, type Trial } from '../testbed/run';
import type { Session } from '../testbed/session';

const DUPLICATES = 0.3;
const SIZES = [1_000, 10_000, 100_000];
const REPEATS = [15, 7, 5];
const KINDS = [
	{ name: US.name, contender: US, job: EMAILS },
	{ name: hostFloor().name, contender: hostFloor(), job: EMAILS },
	{ name: `${US.name}, work emails too`, contender: US, job: BOTH_EMAILS },
];
/** A profile that cost as little as an email would be looked up instead of both. */
const PRICES = { linkedin_to_business_profile: 2 };
const READINESS_EVERY_MS = 1_000;
/** An orchestrator restarts an n8n that does not answer for as long. */
const RESTART_MS = 10_000;

/** Table 3: the cost of a row as sheets grow. */
export async function rows(): Promise<BenchTable> {
	/** By kind, then size: the fastest run, because other load on a machine only adds time. */
	const measured: Array<Array<Trial['cost']>> = [];
	const unready: number[] = [];
	for (const { name, contender, job } of KINDS) {
		const fastest: Array<Trial['cost']> = [];
		const measure = async (session: Session) => {
			const checks: Array<Promise<boolean>> = [];
			const watch = setInterval(
				() => checks.push(isReady(session.n8n.url, RESTART_MS)),
				READINESS_EVERY_MS,
			).unref();
			for (const [place, size] of SIZES.entries()) {
				const sheet = makeSheet(size, DUPLICATES);
				const trials = await repeatTrial(session, contender, job, sheet, REPEATS[place]);
				if (trials.some(({ judged }) => judged.right < size)) throw new Error(`${name} lost rows`);
				const [{ cost }] = bySpeed(trials);
				fastest.push({ ...cost, wall: cost.wall / size, cpu: cost.cpu / size });
				say(`  ${name}, ${whole(size)} rows: ${micro(cost.wall / size)} per row`);
			}
			clearInterval(watch);
			unready.push((await Promise.all(checks)).filter((ready) => !ready).length);
		};
		await inWarmSession(contender, job, measure, { latency: 0, prices: PRICES });
		measured.push(fastest);
	}
	const [[small, middle, large], [, , floor], [, , both]] = measured;
	return {
		id: '3',
		title: 'Small and large sheets',
		work:
			`LinkedIn profiles to personal emails, ${DUPLICATES * 100} % duplicates, answered at once, on the same ` +
			`machine. The fastest of ${REPEATS.join(', ')} runs.`,
		head: ['', ...SIZES.flatMap((size) => [`per row, ${whole(size)} rows`, 'CPU'])],
		rows: KINDS.map(({ name }, kind) => [
			name,
			...measured[kind].flatMap(({ wall, cpu }) => [micro(wall), micro(cpu)]),
		]),
		targets: [
			...[small, middle].map((smaller, place) => ({
				...atMost('Time per row at 100,000 rows, against smaller sheets', large.wall / smaller.wall, 1.3),
				where: `${whole(SIZES[place])} rows`,
			})),
			atMost("CPU per row at 100,000 rows, against the host's floor", large.cpu / floor.cpu, 1.4),
			atMost('CPU per row at 1,000 rows', small.cpu, 0.06, micro),
			atMost('CPU per row at 100,000 rows, both emails', both.cpu, 0.12, micro),
			atMost("Failed checks of n8n's readiness", Math.max(...unready), 0, whole),
		],
		notes: [],
	};
}

const micro = (ms: number) => `${(ms * 1_000).toFixed(1)} µs`;
