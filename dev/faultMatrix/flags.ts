import { parseArgs } from 'node:util';
import { FAULTS, type FaultSpec } from './catalogue';

export const HELP = `Runs the packed node in n8n's engine against everything that can go wrong on the way: every fault x every operation x every On Error.

Usage: npm run faults -- [options]

  --only <fault>  one fault
  --cells         a line for each cell, instead of one for each fault and mode
  --help          this text

Faults: ${FAULTS.map(({ name }) => name).join(', ')}
`;

export interface Flags {
	faults: readonly FaultSpec[];
	lines: 'by_fault' | 'by_cell';
}

/**
 * Reads the command line.
 * @returns null where only the help was asked for
 * @throws with one sentence for the user where an option or a fault is unknown
 */
export function readFlags(args: string[]): Flags | null {
	const { values } = parseArgs({
		args,
		options: { only: { type: 'string' }, cells: { type: 'boolean' }, help: { type: 'boolean' } },
	});
	if (values.help) return null;
	const faults = values.only === undefined ? FAULTS : FAULTS.filter(({ name }) => name === values.only);
	if (faults.length === 0)
		throw new Error(
			`There is no fault "${values.only}". Choose one of ${FAULTS.map(({ name }) => name).join(', ')}.`,
		);
	return { faults, lines: values.cells ? 'by_cell' : 'by_fault' };
}
