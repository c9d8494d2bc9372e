import { drawsOf } from '../sandbox/random';
import { Blocks } from './contacts';
import type { Ground } from './ground';
import { COLUMNS } from './operations';
import { makeSheet } from './sheet';
import { startRun } from './webhook';
import { SERVICE } from './weather';
import { CONTROL } from './workflow';

/** Runs of as many rows through a node of n8n's own that hands them on: they show what n8n keeps of executions by itself. */
export class ControlRuns {
	/** Runs that did not bring back every row. */
	failed = 0;
	private readonly contacts = new Blocks(SERVICE.seed).contactsOf(0);

	constructor(
		private readonly ground: Ground,
		private readonly seed: number,
	) {}

	readonly begin = async (number: number): Promise<void> => {
		const { rows } = makeSheet(COLUMNS, this.contacts, drawsOf(this.seed, `run|${number}`));
		const ended = await startRun(this.ground.n8n.url, CONTROL, { rows, options: null });
		if (ended.is !== 'rows' || ended.rows.length !== rows.length) this.failed += 1;
	};
}
