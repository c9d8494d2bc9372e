import {
	cellText,
	identifiersIn,
	invalid,
	type IdentifierReading,
} from '../../api/identifiers/identifier';
import { readName } from '../../api/identifiers/name';
import { isNotText, onlyEntry, readCell } from '../../api/identifiers/readCell';
import { isPlaceholder } from '../../api/values/nothing';
import { NAME_FIELDS } from '../spec/identifierFields';
import { identifierFieldsOf, type LookupOperation } from '../spec/operation';
import type { RowFields } from './parameterReader';
import {
	isAnotherPerson,
	isSurelySamePerson,
	keysFor,
	type PersonKeys,
	type PreviousColumns,
} from './previousColumns';

/** The keys of the person in a row, also if it is not looked up. */
export const keysNamed = (operation: LookupOperation, fields: RowFields): PersonKeys =>
	keysFor(readingsOf(operation, fields).flatMap(identifiersIn));

/**
 * Whether a row still names the person whom its columns are about. A value that cannot be read
 * names someone else.
 */
export function namesSamePerson(
	operation: LookupOperation,
	fields: RowFields,
	previous: PreviousColumns,
): boolean {
	const readings = readingsOf(operation, fields);
	const keys = keysFor(readings.flatMap(identifiersIn));
	if (keys.length === 0) return readings.every(({ is }) => is === 'blank');
	// As in most rows.
	if (previous('person_key') === keys.join(' ')) return true;
	return !isAnotherPerson(keys, previous) && isSurelySamePerson(keys, previous);
}

const readingsOf = (operation: LookupOperation, { values }: RowFields): IdentifierReading[] =>
	operation.by.is === 'name'
		? [readNameCells(values)]
		: identifierFieldsOf(operation).map(({ kind, parameter }) =>
				readCell(kind, values[parameter.name]),
			);

/** Reads the fields of a lookup by name. */
export function readNameCells(values: RowFields['values']): IdentifierReading {
	const cells: Record<string, string> = {};
	for (const { name, displayName } of NAME_FIELDS) {
		const value = onlyEntry(values[name]);
		const text = cellText(value);
		if (text === null) return invalid(`${displayName} ${isNotText(value)}`);
		const isSurname =
			name === 'lastName' && cells.firstName !== '' && /^(?:Null|Na)$/.test(text);
		cells[name] = isPlaceholder(text) && !isSurname ? '' : text;
	}
	const { fullName: name, firstName, lastName, company, companyDomain } = cells;
	return readName({ name, firstName, lastName, company, companyDomain });
}
