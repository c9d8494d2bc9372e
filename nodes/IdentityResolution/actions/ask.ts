import type { IdentifierReading } from '../api/identifiers/identifier';
import type { Tool } from '../api/tool';
import { lookupOf, settled, singleLookup, type Route } from '../run/lookup';
import type { ParameterReading } from './parameterReader';
import { isYes } from './switches';

/** What a row gives to be looked up. */
export interface Question {
	/** The parameter's name on the canvas. */
	label: string;
	cell: ParameterReading;
	read(value: unknown): IdentifierReading;
	/** Whether the phone is wanted; absent where the tool has none. */
	phone?: ParameterReading;
}

/** The way of a row that asks one tool about one identifier. */
export function askOne(tool: Tool, { label, cell, read, phone }: Question): Route {
	if (cell.is === 'thrown') return notEvaluated(label, cell.why);
	const reading = read(cell.value);
	if (reading.is === 'blank') return settled({ is: 'skipped', why: `${label} is empty`, by: 'blank' });
	if (reading.is === 'invalid') return settled({ is: 'invalid', why: reading.why });
	if (phone?.is === 'thrown') return notEvaluated('Include Mobile Phone', phone.why);
	const wanted = phone !== undefined && isYes(phone.value);
	return singleLookup(lookupOf(tool, reading.identifier, wanted ? 'with' : 'without'));
}

/** The way of a row whose parameter could not be evaluated. */
export const notEvaluated = (label: string, why: string): Route =>
	settled({ is: 'invalid', why: `The expression in ${label} could not be evaluated: ${why}` });
