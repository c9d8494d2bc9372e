import type { OtherCredential } from '../../support/example';
import { bearer, type StandIn } from './standIns';

type Cell = string | number | boolean | null;
type Row = Record<string, unknown>;
interface Format {
	valueInputOption: string;
}

const TOKEN = 'google-made-up';
/** What n8n stores after Google's consent page, which the tests skip. */
const DATA = {
	clientId: 'made-up',
	clientSecret: 'made-up',
	oauthTokenData: { access_token: TOKEN, token_type: 'Bearer', expires_in: 3_600 },
};
export const GOOGLE: OtherCredential[] = [
	{ nodeType: 'n8n-nodes-base.googleSheets', type: 'googleSheetsOAuth2Api', data: DATA },
	{ nodeType: 'n8n-nodes-base.googleSheetsTrigger', type: 'googleSheetsTriggerOAuth2Api', data: DATA },
];
export const TITLE = 'Contacts';
export const SPREADSHEET = 'spreadsheet-1';

/** A spreadsheet with one sheet, named Contacts. */
export class GoogleSheet implements StandIn {
	readonly host = 'sheets.googleapis.com';
	readonly isAuthorized = bearer(TOKEN);
	/** How Google was to read the written cells: `RAW` or `USER_ENTERED`. */
	readonly formats = new Set<string>();
	/** The titles of all columns with a written cell below. */
	readonly writtenColumns = new Set<string>();
	/** Whether Google refuses to write, as in a protected sheet. */
	isProtected = false;
	/** The first row contains the titles. */
	private cells: Cell[][] = [];

	/** Replaces all rows. @param rows all have the same columns */
	write(rows: readonly Row[]): void {
		this.cells = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row) as Cell[])];
	}

	/** What a user does to the rows while the workflow runs: before a node of n8n opens the sheet, counted from 1. */
	private edit: { node: number; rows(rows: Row[]): Row[] } | null = null;
	private nodes = 0;

	editBefore(node: number, rows: (rows: Row[]) => Row[]): void {
		this.nodes = 0;
		this.edit = { node, rows };
	}

	append(row: Row): void {
		this.cells.push(this.cells[0].map((title) => (row[String(title)] ?? '') as Cell));
	}

	/** @returns all rows by column; an empty cell is an empty text */
	rows(): Row[] {
		const [titles = [], ...rows] = this.cells;
		return rows.map((row) => Object.fromEntries(titles.map((title, column) => [String(title), row[column] ?? ''])));
	}

	readonly register: StandIn['register'] = (app) => {
		app.get('/v4/spreadsheets/:id', () => {
			this.nodes += 1;
			if (this.nodes === this.edit?.node) this.write(this.edit.rows(this.rows()));
			const gridProperties = { rowCount: 1_000, columnCount: 26 };
			return {
				spreadsheetId: SPREADSHEET,
				sheets: [{ properties: { sheetId: 0, title: TITLE, gridProperties } }],
			};
		});
		app.get<{ Params: { range: string } }>('/v4/spreadsheets/:id/values/:range', ({ params }) => {
			const { top, left, bottom, right } = areaOf(params.range);
			const values = this.cells.slice(top, bottom).map((row) => row.slice(left, right));
			return { range: params.range, majorDimension: 'ROWS', values };
		});
		app.post('/v4/spreadsheets/:id::batchUpdate', () => ({ spreadsheetId: SPREADSHEET, replies: [{}] }));
		app.addHook('onRequest', async ({ url }, reply) => {
			if (this.isProtected && url.includes('values:batchUpdate')) await reply.code(403).send({ error: {} });
		});
		app.put<{ Params: { range: string }; Querystring: Format; Body: { values: Cell[][] } }>(
			'/v4/spreadsheets/:id/values/:range',
			({ params, query, body }) => this.set(params.range, body.values, query),
		);
		app.post<{ Body: Format & { data: Array<{ range: string; values: Cell[][] }> } }>(
			'/v4/spreadsheets/:id/values::batchUpdate',
			({ body }) => ({ responses: body.data.map(({ range, values }) => this.set(range, values, body)) }),
		);
	};

	private set(range: string, values: readonly Cell[][], { valueInputOption }: Format) {
		this.formats.add(valueInputOption);
		const { top, left } = areaOf(range);
		for (const [down, row] of values.entries()) {
			const target = (this.cells[top + down] ??= []);
			for (const [across, cell] of row.entries()) {
				if (cell === null) continue;
				target[left + across] = cell;
				if (top + down > 0) this.writtenColumns.add(String(this.cells[0][left + across]));
			}
		}
		return { spreadsheetId: SPREADSHEET, updatedRange: range };
	}
}

/** A range in A1 notation, such as Contacts!A2:ZZ, as positions from 0; `bottom` and `right` are exclusive. */
function areaOf(range: string) {
	const [from, to = ''] = range.slice(range.indexOf('!') + 1).split(':');
	const [start, end] = [from, to].map((corner) => ({
		column: columnOf(corner.replace(/\d/g, '')),
		row: Number(corner.replace(/\D/g, '')),
	}));
	return {
		top: Math.max(start.row - 1, 0),
		left: Math.max(start.column - 1, 0),
		bottom: end.row || undefined,
		right: end.column || undefined,
	};
}

/** @returns 1 for A, 27 for AA, 0 for an empty text */
const columnOf = (letters: string): number =>
	[...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
