import { drawsOf } from '../sandbox/random';
import { checkRun } from './checkRun';
import { SERVICE } from './conditions';
import { BLOCK_SIZE, directory, PeoplePool } from './people';
import { drawOptions } from './runOptions';
import { makeSheet } from './sheet';
import { startRun, type Testbed } from './testbed';
import type { Totals } from './totals';
import { COLUMNS, VARIANTS } from './variants';
import { CONTROL } from './workflow';

type StartRun = (number: number) => Promise<void>;

/** Returns runs of the node, each with a random sheet, operation and settings. Their results go to `totals`. */
export function lookupRuns({ n8n, sandbox }: Testbed, seed: number, totals: Totals): StartRun {
	const people = new PeoplePool(SERVICE.seed, sandbox.ledger, totals);
	return async (number) => {
		const block = people.take();
		if (block === undefined) {
			totals.count('runs not started, too many active');
			return;
		}
		const draws = drawsOf(seed, `run|${number}`);
		const variant = draws.pick(VARIANTS);
		const options = drawOptions(draws);
		const sheet = makeSheet(Object.values(variant.operation.fields), block.contacts, draws);
		const rows = sheet.rows.length;
		const name = `run ${number} (${variant.path})`;
		const result = await startRun(n8n.url, variant.path, { rows: sheet.rows, options });
		if (result.is === 'failed') {
			// The block stays taken: the run may still send requests for its people.
			totals.addRun(name, { rows, requests: 0 }, undefined);
			totals.complain(`${name}: ${result.why}`);
			return;
		}
		const requests = people.release(block);
		const output = result.is === 'rows' ? result.rows : null;
		const report = checkRun({ variant, options, sheet, output, requests });
		totals.addRun(name, { rows, requests: requests.length }, report);
	};
}

/** Returns runs of similar sheets through a no-op node. They show what n8n itself keeps of executions. */
export function controlRuns({ n8n }: Testbed, seed: number): StartRun {
	const contacts = directory(SERVICE.seed).slice(0, BLOCK_SIZE);
	return async (number) => {
		const { rows } = makeSheet(COLUMNS, contacts, drawsOf(seed, `run|${number}`));
		const result = await startRun(n8n.url, CONTROL, { rows, options: null });
		if (result.is !== 'rows' || result.rows.length !== rows.length)
			throw new Error('n8n loses rows without the node.');
	};
}
