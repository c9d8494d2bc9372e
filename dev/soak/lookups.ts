import { drawsOf } from '../sandbox/random';
import { Blocks } from './contacts';
import type { Ground } from './ground';
import { judge } from './judge';
import { RunLedgers } from './runLedgers';
import { drawOptions } from './runOptions';
import { makeSheet } from './sheet';
import { Tally } from './tally';
import { VARIANTS } from './variants';
import { startRun } from './webhook';
import { SERVICE } from './weather';

/** Runs of the node, each of a random sheet, operation and settings. */
export class Lookups {
	readonly tally = new Tally();
	/** Seconds in which no run could be begun, as all people were being asked about. */
	skipped = 0;
	underWay = 0;
	private readonly blocks = new Blocks(SERVICE.seed);
	private readonly ledgers: RunLedgers;

	constructor(
		private readonly ground: Ground,
		private readonly seed: number,
	) {
		this.ledgers = new RunLedgers(ground.sandbox.ledger, this.blocks);
	}

	/** Runs a sheet and judges what came of it. */
	readonly begin = async (number: number): Promise<void> => {
		const block = this.blocks.take();
		if (block === undefined) {
			this.skipped += 1;
			return;
		}
		this.underWay += 1;
		const draws = drawsOf(this.seed, `run|${number}`);
		const variant = draws.pick(VARIANTS);
		const options = drawOptions(draws);
		const sheet = makeSheet(Object.values(variant.operation.fields), this.blocks.contactsOf(block), draws);
		this.ledgers.open(block);
		const ended = await startRun(this.ground.n8n.url, variant.path, { rows: sheet.rows, options });
		this.underWay -= 1;
		const name = `run ${number} (${variant.path})`;
		if (ended.is === 'failed') {
			// Its people stay out of play: nobody knows whether it still asks about them.
			this.tally.addFailure(name, sheet.rows.length, ended.why);
			return;
		}
		const requests = this.ledgers.close(block);
		this.blocks.giveBack(block);
		const cameOut = ended.is === 'rows' ? ended.rows : null;
		this.tally.add(
			name,
			sheet.rows.length,
			judge({ variant, options, sheet, cameOut, requests, service: SERVICE }),
		);
	};

	/** Requests that belonged to no run, and looks at the account. */
	get others(): Pick<RunLedgers, 'strays' | 'nameless'> {
		return this.ledgers;
	}
}
