import { perfectTime } from './limiter';
import type { Point } from './points';
import { runNode, runSkilled, type Finished } from './runs';

export interface Measured {
	point: Point;
	/** ms with perfect knowledge of the limit. */
	perfect: number;
	skilled: Finished;
	node: Finished;
}

export async function measure(point: Point): Promise<Measured> {
	return {
		point,
		perfect: perfectTime(point),
		skilled: await runSkilled(point),
		node: await runNode(point),
	};
}

/** The time that a run takes beside perfect knowledge, if one Retry-After is not counted. */
export const ratioOf = ({ perfect, node }: Measured): number => Math.max(0, node.time - node.wait) / perfect;

/** How much longer than a skilled user and one answer a run takes, in ms. */
export const behindSkilled = ({ point, node, skilled }: Measured): number => node.time - skilled.time - point.latency;

/** Refusals beyond those that can't be avoided, as a share of all requests. */
export const avoidableShare = ({ node }: Measured, requests: number): number =>
	Math.max(0, node.refused - node.unavoidable) / requests;

/** @param share from 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
