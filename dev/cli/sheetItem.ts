import type { IDataObject } from 'n8n-workflow';
import type { Sheet } from './readSheet';

/** A row of the sheet as n8n has it. */
export const asItem = ({ columns }: Sheet, row: string[]): IDataObject =>
	Object.fromEntries(columns.map((name, cell) => [name, row[cell]]));
