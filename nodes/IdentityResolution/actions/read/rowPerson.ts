import { cellText, identifiersIn, invalid, type IdentifierReading } from '../../api/identifiers/identifier';
import { readName } from '../../api/identifiers/name';
import { isNotText, onlyEntry, readCell } from '../../api/identifiers/readCell';
import { isPlaceholder } from '../../api/json';
import { NAME_FIELDS } from '../spec/identifierFields';
import { identifierFieldsOf, type LookupOperation } from '../spec/operation';
import type { RowFields } from './parameterReader';
import { keysFor, type PersonKeys } from './previousColumns';

/** The keys of the person in a row, also if it is not looked up. */
export function keysNamed(operation: LookupOperation, { values }: RowFields): PersonKeys {
	const readings =
		operation.by.is === 'name'
			? [readNameCells(values)]
			: identifierFieldsOf(operation).map(({ kind, parameter }) => readCell(kind, values[parameter.name]));
	return keysFor(readings.flatMap(identifiersIn));
}

/** Reads the fields of a lookup by name. */
export function readNameCells(values: RowFields['values']): IdentifierReading {
	const cells: Record<string, string> = {};
	for (const { name, displayName } of NAME_FIELDS) {
		const value = onlyEntry(values[name]);
		const text = cellText(value);
		if (text === null) return invalid(`${displayName} ${isNotText(value)}`);
		const isSurname = name === 'lastName' && cells.firstName !== '' && /^(?:Null|Na)$/.test(text);
		cells[name] = isPlaceholder(text) && !isSurname ? '' : text;
	}
	const { fullName: name, firstName, lastName, company, companyDomain } = cells;
	return readName({ name, firstName, lastName, company, companyDomain });
}
