import { perfectTime } from './limiter';
import { runNode, runSkilled, type Finished } from './runs';
import type { World } from './worlds';

export interface Measured {
	readonly world: World;
	/** ms with perfect knowledge of the limit. */
	readonly perfect: number;
	readonly skilled: Finished;
	readonly node: Finished;
}

export const measure = async (world: World): Promise<Measured> => ({
	world,
	perfect: perfectTime(world),
	skilled: await runSkilled(world),
	node: await runNode(world),
});

export const timeRatio = ({ node, skilled }: Measured): number => node.time / skilled.time;

/** Refused requests of the node as a share of those of a skilled user; 1 if both have none. */
export const refusedRatio = ({ node, skilled }: Measured): number =>
	node.refused === skilled.refused ? 1 : node.refused / skilled.refused;

export const perfectRatio = ({ node, perfect }: Measured): number => node.time / perfect;

/** Whether a run is more than twice as slow as a skilled user, and more than 5 s. */
export const isSlow = ({ node, skilled }: Measured): boolean => node.time > 2 * skilled.time + 5_000;

/** Chance decides about ten requests, and about a twentieth. */
export const isRefusedMore = ({ node, skilled }: Measured): boolean => node.refused > 1.05 * skilled.refused + 10;

/** @param share from 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
