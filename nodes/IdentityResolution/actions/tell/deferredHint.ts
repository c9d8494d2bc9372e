import type { NodeExecutionHint } from 'n8n-workflow';
import type { Stop } from '../../service/outcome';
import type { SettledRow } from '../../run/rows';
import { counted } from '../spec/format';
import { outputOf, type Destinations } from '../write/rowErrors';
import type { RowShape } from '../write/rowShape';
import { info } from './summary';

/** Returns why a row is deferred, unless it is an error. */
export const deferralsOf = ({ outcome }: Pick<SettledRow, 'outcome'>, to: Destinations): Stop[] =>
	outcome.is === 'deferred' && outputOf(outcome, to) !== 'errors' ? [outcome.stop] : [];

/**
 * `isKnownLater`: whether later runs know the answers. `isRunnable`: whether written rows have
 * their identifiers.
 */
type Columns = Pick<RowShape, 'names'> & { isKnownLater: boolean; isRunnable: boolean };

/** Returns how to run deferred rows again; null if there are none. */
export function deferredHint(
	stops: readonly Stop[],
	columns: Columns,
	to: Destinations,
): NodeExecutionHint | null {
	if (stops.length === 0) return null;
	const count = `${counted(stops.length, 'row')} deferred.`;
	// Without a retry time, a loop through a Wait node would never end.
	const isTimed = stops.some(({ retryAt }) => retryAt !== null);
	const again = (which: string, how = '') => {
		const start = isTimed
			? `Run ${which} again later`
			: `Do what the reason column says, then run ${which} again`;
		return info(`${count} ${start}${how}.`);
	};
	if (to.onLimit === 'output' && columns.isRunnable)
		return isTimed
			? info(
					`${count} To continue, connect the Deferred output through a Wait node of at least 70 seconds to this node.`,
				)
			: again('the deferred rows');
	// A part of an answered row may be deferred, and its other answers cost nothing.
	if (columns.isKnownLater) return again('all rows', ': known answers cost nothing');
	const isSearch = columns.names.includes('next_page');
	// The other rows of a search would start it again.
	if (isSearch)
		return again('the deferred rows', ', with their next_page column: its pages are paid for');
	if (!columns.isRunnable)
		return again('the input of these rows alone', ': found rows would be charged again');
	return again('this output', ', once it is stored: found rows are skipped');
}
