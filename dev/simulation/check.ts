import { field } from '../../nodes/IdentityResolution/api/json';
import type { Outcome, Status } from '../../nodes/IdentityResolution/run/outcome';
import { isHeld } from '../sandbox/people';
import { emailOfSlug } from '../sandbox/data/directory';
import type { Cell, Sheet } from './sheet';

/** Checks each row that comes out against what the service holds of the person in it. */
export class Check {
	private readonly came: Uint8Array;
	private wrong = 0;
	private readonly statuses: Partial<Record<Status, number>> = {};

	constructor(
		private readonly sheet: Sheet,
		private readonly service: { seed: number; hitRate: number },
	) {
		this.came = new Uint8Array(sheet.cells.length);
	}

	take(row: number, outcome: Outcome): void {
		this.came[row] = Math.min(2, this.came[row] + 1);
		this.statuses[outcome.is] = (this.statuses[outcome.is] ?? 0) + 1;
		if (this.came[row] > 1 || !this.isRight(this.sheet.cells[row], outcome)) this.wrong++;
	}

	result() {
		const rowsOut = this.came.reduce((sum, times) => sum + times, 0);
		const lost = this.came.reduce((sum, times) => sum + (times === 0 ? 1 : 0), 0);
		return { rowsOut, lost, wrong: this.wrong, statuses: this.statuses };
	}

	private isRight(cell: Cell, outcome: Outcome): boolean {
		if (cell.is === 'blank') return outcome.is === 'skipped';
		if (cell.is === 'invalid') return outcome.is === 'invalid';
		if (!isHeld(`linkedin:${cell.slug}`, this.service.seed, this.service.hitRate))
			return outcome.is === 'not_found';
		return outcome.is === 'found' && field(outcome.answer.results, 'email') === emailOfSlug(cell.slug);
	}
}
