import { avoidableShare, behindSkilled, measure, quantile, ratioOf, type Measured } from './measure';
import { POINTS, REQUESTS } from './points';
import { atMost, seconds, times, whole, type BenchTable } from '../report';

export async function rateLimits(): Promise<BenchTable> {
	const measured: Measured[] = [];
	for (const point of POINTS) measured.push(await measure(point));
	const ratios = measured.map(ratioOf);
	const behind = measured.filter((one) => behindSkilled(one) > 0);
	return {
		id: '10',
		title: 'Limits of all kinds',
		work:
			`${whole(POINTS.length)} limits, in virtual time: 5,000 people in ${REQUESTS} batches, the first one ` +
			"alone. Ratio: the node's time less one Retry-After, against perfect knowledge of the limit. A skilled " +
			'user sends 20 at once, and each refused request waits its Retry-After, or else a second.',
		head: ['', 'limits', 'perfect', 'skilled', 'this node', 'median ratio', 'longest'],
		rows: [...groups(measured)].map(([name, group]) => rowOf(name, group)),
		targets: [
			atMost('Median ratio', quantile(ratios, 0.5), 1.15),
			atMost('Longest ratio', Math.max(...ratios), 1.5),
			atMost('Limits at which a skilled user is faster by more than one answer', behind.length, 0, whole),
			atMost(
				'Refusals that could be avoided, of all requests',
				Math.max(...measured.map((one) => avoidableShare(one, REQUESTS))),
				0.03,
				times,
			),
		],
		notes: [
			'Times are sums. Of two workers, the other one takes half of the rate. ' +
				'A limit becomes slower or faster in the middle of a run.',
		],
	};
}

function groups(measured: readonly Measured[]): Map<string, Measured[]> {
	const byName = new Map<string, Measured[]>();
	for (const one of measured) {
		const { kind, retryAfter } = one.point;
		const name = kind === 'bucket' ? `bucket, Retry-After ${retryAfter}` : kind;
		byName.set(name, [...(byName.get(name) ?? []), one]);
	}
	return byName.set('all', [...measured]);
}

function rowOf(name: string, group: readonly Measured[]): string[] {
	const ratios = group.map(ratioOf);
	const total = (timeOf: (one: Measured) => number) => seconds(group.reduce((sum, one) => sum + timeOf(one), 0));
	return [
		name,
		whole(group.length),
		total(({ perfect }) => perfect),
		total(({ skilled }) => skilled.time),
		total(({ node }) => node.time),
		times(quantile(ratios, 0.5)),
		times(Math.max(...ratios)),
	];
}
