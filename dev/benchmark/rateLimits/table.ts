import {
	isRefusedMore,
	isSlow,
	measure,
	perfectRatio,
	quantile,
	refusedRatio,
	timeRatio,
	type Measured,
} from './measure';
import { LIMITS, SHARED, SPELLS, type World } from './worlds';
import { atMost, times, whole, type BenchTable } from '../report';

export async function rateLimits(): Promise<BenchTable> {
	const measured: Measured[] = [];
	for (const world of [...LIMITS, ...SPELLS, ...SHARED]) measured.push(await measure(world));
	return tableOf(measured);
}

function tableOf(measured: readonly Measured[]): BenchTable {
	const alone = measured.filter(({ world }) => world.clients === 1);
	const shared = measured.filter(({ world }) => world.clients > 1);
	const count = (holds: (one: Measured) => boolean): number => measured.filter(holds).length;
	return {
		id: '10',
		title: 'Limits of all kinds',
		work:
			`${whole(measured.length)} services in virtual time, for 50, 1,000 and 20,000 requests. A skilled user ` +
			'sends 20 at once, and each refused request waits its Retry-After, or else a second. Several runs share ' +
			'one limit; perfect knowledge uses all of it.',
		head: ['', 'services', 'time, median', 'longest', 'refused, median', 'several, median', 'longest'],
		rows: [...groups(measured)].map(([name, group]) => rowOf(name, group)),
		targets: [
			atMost('Time beside a skilled user, median', quantile(alone.map(timeRatio), 0.5), 1.25),
			atMost('Services at which a run takes more than twice as long and 5 s', count(isSlow), 0, whole),
			atMost('Refused requests beside a skilled user, median', medianRefused(measured), 0.7),
			atMost('Services that refuse more requests', count(isRefusedMore), 0, whole),
			atMost('Several runs beside perfect knowledge, median', quantile(shared.map(perfectRatio), 0.5), 1.3),
			atMost('Several runs beside perfect knowledge, longest', quantile(shared.map(perfectRatio), 1), 1.6),
			atMost(
				'Services at which a row is deferred',
				count(({ node }) => node.deferred > 0),
				0,
				whole,
			),
		],
		notes: ['Beside a skilled user. Several: the time of several runs beside perfect knowledge.'],
	};
}

function groups(measured: readonly Measured[]): Map<string, Measured[]> {
	const byName = new Map<string, Measured[]>();
	for (const one of measured) {
		const name = groupOf(one.world);
		byName.set(name, [...(byName.get(name) ?? []), one]);
	}
	return byName.set('all', [...measured]);
}

function groupOf({ clients, spell, limit }: World): string {
	if (clients > 1) return `${clients} runs`;
	if (spell !== null) return 'everything refused for 0.5 to 90 s';
	if (limit.kind === 'random') return 'refusals at random';
	return limit.tools > 1 ? 'a limit for each tool' : limit.kind;
}

const medianRefused = (measured: readonly Measured[]): number =>
	quantile(measured.filter(({ skilled }) => skilled.refused > 0).map(refusedRatio), 0.5);

function rowOf(name: string, group: readonly Measured[]): string[] {
	const [median, longest] = medianAndLongest(group.map(timeRatio));
	const shares = group.every(({ world }) => world.clients > 1);
	const perfect = shares ? medianAndLongest(group.map(perfectRatio)) : ['', ''];
	return [name, whole(group.length), median, longest, times(medianRefused(group)), ...perfect];
}

const medianAndLongest = (ratios: readonly number[]): string[] =>
	[0.5, 1].map((share) => times(quantile(ratios, share)));
