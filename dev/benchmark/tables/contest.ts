import type { Contender } from '../contenders/contender';
import { median, seconds, whole } from '../figures';
import { atRest } from '../ground/atRest';
import { startSession, type Session } from '../ground/session';
import { trial, warmUp, type Trial } from '../ground/trial';
import type { Job } from '../job';
import type { SheetRow } from '../sheet';
import type { Bench } from './table';

/** What one contender has to do. */
export interface Contest {
	contender: Contender;
	job: Job;
	sheet: readonly SheetRow[];
	/** How often; the run whose time is in the middle counts. */
	repeats: number;
	/** Done before each of them. */
	before?(session: Session): Promise<void>;
}

/** The run whose time is in the middle of several, with the memory of the first, and the shortest and the longest of them. */
export interface Contested extends Trial {
	/** ms */
	least: number;
	most: number;
}

/** Measures a contender in a warm n8n of its own. */
export async function contest(
	{ template, say }: Bench,
	{ contender, job, sheet, repeats, before }: Contest,
): Promise<Contested> {
	const session = await startSession(template);
	try {
		await warmUp(session, contender, job);
		await atRest(session);
		const trials: Trial[] = [];
		for (let repeat = 0; repeat < repeats; repeat++) {
			await before?.(session);
			trials.push(await trial(session, contender, job, sheet));
		}
		const result = contested(trials);
		say(
			`  ${contender.letter}, ${contender.name}: ${whole(result.judged.right)} of ${whole(sheet.length)} rows right in ${seconds(result.measured.wall)}`,
		);
		return result;
	} finally {
		await session.stop();
	}
}

/** Later runs in one process find memory that the first one took and n8n has not given back. */
export function contested(trials: readonly Trial[]): Contested {
	const { judged, measured } = median(trials, (one) => one.measured.wall);
	const walls = trials.map((one) => one.measured.wall);
	return {
		judged,
		measured: { ...measured, memory: trials[0].measured.memory },
		least: Math.min(...walls),
		most: Math.max(...walls),
	};
}
