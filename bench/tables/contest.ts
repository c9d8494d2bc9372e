import type { Contender } from '../contenders/contender';
import { median, seconds, whole } from '../figures';
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

/** Measures a contender in a warm n8n of its own. */
export async function contest({ template, say }: Bench, { contender, job, sheet, repeats, before }: Contest): Promise<Trial> {
	const session = await startSession(template);
	try {
		await warmUp(session, contender, job);
		const trials: Trial[] = [];
		for (let repeat = 0; repeat < repeats; repeat++) {
			await before?.(session);
			trials.push(await trial(session, contender, job, sheet));
		}
		const middle = median(trials, ({ measured }) => measured.wall);
		say(`  ${contender.letter}, ${contender.name}: ${whole(middle.judged.right)} of ${whole(sheet.length)} rows right in ${seconds(middle.measured.wall)}`);
		return middle;
	} finally {
		await session.stop();
	}
}
