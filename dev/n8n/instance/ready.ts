import type { Command } from './command';
import { eventually } from './eventually';
import { startKept, type Kept } from './kept';

/** A server to start, and how to tell that it is ready. */
export interface Server extends Command {
	/** What it is called where it does not get ready. */
	name: string;
	/** Whether it answers. It is asked again and again. */
	answers(): Promise<boolean>;
	/** How long it may take to get ready, in ms. */
	mostMs: number;
}

/**
 * Starts a server and waits until it answers. It ends with this process at the latest.
 * @throws where it ends before, or does not answer in time, with the end of what it said
 */
export async function startReady({ name, answers, mostMs, ...program }: Server): Promise<Kept> {
	const kept = startKept(program);
	try {
		await eventually(
			`${name} is ready`,
			async () => {
				const answered = await answers();
				// An answer may come from another server that has its port.
				if (kept.isOver()) throw new Error(`${name} ended before it was ready`);
				return answered || undefined;
			},
			mostMs,
		);
	} catch (error) {
		await kept.stop();
		throw new Error(`${(error as Error).message}:\n${kept.said()}`);
	}
	return kept;
}
