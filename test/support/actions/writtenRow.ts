import { contentFor, shapeFor } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import type { IDataObject } from 'n8n-workflow';
import { ALL_CONTENT } from '../../../nodes/IdentityResolution/actions/write/content';
import type { LookupOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import type { Settings } from '../../../nodes/IdentityResolution/actions/read/settings';
import { writeRow } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { rowOf as settledRow, SETTINGS } from '../run/settledRows';

export const ADA = {
	personal_email: 'ada@home.test',
	personal_email_risk_score: 'A',
	personal_email_validated_at: '2026-08-01',
};

/** A row of an operation with one tool. */
export const rowOf = ({ tools: [tool] }: LookupOperation, person: string, outcome: Outcome): SettledRow =>
	settledRow(tool, person, outcome);

/**
 * Writes a row whose input has these columns, and returns its cells. Columns are given and returned without the prefix.
 * @param inputColumns that contain the identifiers, with the prefix
 */
export function write(
	operation: LookupOperation,
	row: SettledRow,
	before: IDataObject,
	settings: Partial<Settings> = {},
	inputColumns = new Set<string>(),
) {
	const all = { ...SETTINGS, ...settings };
	const { columnPrefix: prefix } = all;
	const input = Object.fromEntries(Object.entries(before).map(([name, cell]) => [prefix + name, cell]));
	const content = contentFor(operation, { ...ALL_CONTENT, wants: all.wants });
	const shape = shapeFor(content, all, 'workflow', inputColumns);
	const { json } = writeRow({ json: { id: 1, ...input } }, 0, row, shape);
	return Object.fromEntries(Object.entries(json).map(([name, cell]) => [name.slice(shape.prefix.length), cell]));
}
