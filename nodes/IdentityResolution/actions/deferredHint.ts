import type { NodeExecutionHint } from 'n8n-workflow';
import type { Run } from '../run/run';
import { counted, hint } from './hints';
import type { Destinations } from './writeRows';

/**
 * How rows that were put off come back. Null where none were, and where Skip When left rows out: whoever has set it knows.
 * @param prefix of the added columns
 */
export function deferredHint({ rows, plan }: Run, prefix: string, { deferredRows }: Destinations): NodeExecutionHint | null {
	const deferred = rows.filter(({ outcome }) => outcome.is === 'deferred').length;
	if (plan !== null || deferred === 0) return null;
	const putOff = `${counted(deferred, 'row')} ${deferred === 1 ? 'was' : 'were'} put off and not charged.`;
	if (deferredRows === 'output') return hint('info', `${putOff} To go on, lead the Deferred output through a Wait node back to this node.`);
	if (rows.some(({ outcome }) => outcome.is === 'skipped' && outcome.by === 'skip_when')) return null;
	const found = /^\w*$/.test(prefix) ? `$json.${prefix}found` : `$json["${prefix}found"]`;
	return hint('info', `${putOff} To ask only what is left, run the written rows again with Skip When set to {{ ${found} }}.`);
}
