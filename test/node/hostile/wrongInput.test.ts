import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { findBest } from '../../support/node/findBestRun';
import { column, hintsOf, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { resolve } from '../../support/node/resolveRun';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();

/** A sheet of a user, reduced to the cells that are mapped to fields. */
interface Sheet {
	name: string;
	/** `mistake`: no cell is valid. `fixed`: a field has one valid, fixed value for all rows. */
	kind: 'mistake' | 'blank' | 'fixed' | 'fine';
	/** `resource/operation` */
	operation: string;
	rows: number;
	cells?: Record<string, unknown[]>;
	fixed?: Record<string, string>;
	/** One character per row: `x` if the row has something to look up, else `.`. */
	lookups: string;
}

const SHEETS = JSON.parse(readFileSync(join(__dirname, '..', '..', 'data', 'inputSheets.json'), 'utf8')) as Sheet[];

function runOf({ operation: path, rows, cells = {}, fixed = {} }: Sheet): OperationRun {
	const [resource, operation] = path.split('/');
	const fields = Object.keys(cells);
	return {
		resource,
		operation,
		parameters: { ...Object.fromEntries(fields.map((field) => [field, `={{ $json.${field} }}`])), ...fixed },
		rows: Array.from(
			{ length: rows },
			(_, row) => Object.fromEntries(fields.map((field) => [field, cells[field][row]])) as IDataObject,
		),
	};
}

const sheetsOf = (kind: Sheet['kind']) =>
	SHEETS.filter((sheet) => sheet.kind === kind).map((sheet) => [sheet.name, sheet.operation, sheet] as const);

const warningsOf = ({ hints }: Awaited<ReturnType<typeof runOperation>>) =>
	hints
		.map(({ message }) => message)
		.filter((message) => /\b(?:use|have) the same|were ignored|Loop Over Items/.test(message));

describe('a sheet with the wrong column', () => {
	it.each(sheetsOf('mistake'))('spends no token and names the remedy: %s (%s)', async (_name, _operation, sheet) => {
		const sandbox = await start({ hitRate: 1 });
		const continued = await runOperation(sandbox, { ...runOf(sheet), node: { onError: 'continueRegularOutput' } });
		const reasons = rowsOf(continued).map((row) => [row.enriched_status, row.enriched_reason]);
		expect(reasons).toHaveLength(sheet.rows);
		for (const [status, reason] of reasons)
			if (status !== 'skipped') expect([status, String(reason).length <= 160]).toEqual(['invalid', true]);
		const wrong = reasons.flatMap(([status, reason]) => (status === 'invalid' ? [String(reason)] : []));
		expect(wrong[0]).toMatch(/\. (?:Use|Choose|Keep|Take|Switch) |…$/);

		const run = await runOperation(sandbox, runOf(sheet));
		const message =
			wrong.length < 10 ? undefined : /^(?:All|None of the) \d+ (?:values in (?:LinkedIn URL|Email)|rows)/;
		const isFixed = Object.keys(sheet.fixed ?? {}).length > 0;
		const expected = isFixed ? /^Email has an expression in braces, but is set to Fixed$/ : message;
		expect(run.error?.message).toEqual(expected && expect.stringMatching(expected));
		expect(sandbox.ledger.summary()).toMatchObject({ requests: 0, tokensCharged: 0 });
	});
});

describe('a sheet of words for nothing', () => {
	it.each(sheetsOf('blank'))('spends no token and says so: %s (%s)', async (_name, _operation, sheet) => {
		const sandbox = await start({ hitRate: 1 });
		const run = await runOperation(sandbox, runOf(sheet));
		expect(new Set(rowsOf(run).map((row) => row.enriched_status))).toEqual(new Set(['skipped']));
		expect(hintsOf(run)).toMatch(/ is empty in every row\. (?:Check its expression|The column)/);
		expect(sandbox.ledger.summary()).toMatchObject({ requests: 0, tokensCharged: 0 });
	});
});

describe('a sheet with one fixed value for all rows', () => {
	it.each(sheetsOf('fixed'))('spends one token and warns: %s (%s)', async (_name, _operation, sheet) => {
		const sandbox = await start({ hitRate: 1 });
		const run = await runOperation(sandbox, runOf(sheet));
		expect(sandbox.ledger.summary().tokensCharged).toBe(1);
		expect(warningsOf(run)).toEqual([
			expect.stringMatching(/^All \d+ rows use the same .+\. Drag a column into the field\.$/),
		]);
	});

	it('warns about an expression that reads the first item of another node', async () => {
		const rows = [{ id: 1 }, { id: 2 }];
		const parameters = { linkedinUrl: '={{ $("Start").first().json.id && "in/test-found" }}' };
		const run = await runOperation(await start(), findBest([], { rows, parameters }));
		expect(warningsOf(run)).toHaveLength(1);
	});
});

describe('a messy sheet with the right column', () => {
	it.each(sheetsOf('fine'))('is looked up without a warning: %s (%s)', async (_name, _operation, sheet) => {
		const sandbox = await start({ hitRate: 1 });
		const run = await runOperation(sandbox, runOf(sheet));
		expect([run.status, warningsOf(run)]).toEqual(['success', []]);
		const isLookedUp = column(run, 'enriched_status').map((status) => status === 'found');
		expect(isLookedUp.map((found) => (found ? 'x' : '.')).join('')).toBe(sheet.lookups);
	});
});

describe('a setting of the run', () => {
	const rows = ['profile', 'company'].map((want, id) => ({ id, who: `in/test-found-${id}`, want }));
	const DIFFERS = ' differs between rows. Choose it once, or split the rows with an If node first';

	it.each<[string, OperationRun]>([
		[`Dry Run${DIFFERS}`, findBest([], { rows, options: { dryRun: '={{ $json.id === 0 }}' } })],
		[`Max Tokens${DIFFERS}`, findBest([], { rows, options: { maxTokens: '={{ $itemIndex + 1 }}' } })],
		[`Want${DIFFERS}`, resolve(['={{ $json.want }}'], rows, { parameters: { linkedinUrl: '={{ $json.who }}' } })],
		[
			'Max Tokens is empty. Correct its expression',
			findBest([], { rows, options: { maxTokens: '={{ $json.x }}' } }),
		],
	])('sends nothing if it is no single value: %s', async (message, job) => {
		const sandbox = await start();
		const run = await runOperation(sandbox, job);
		expect(run.error?.message).toBe(message);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it('may be an expression that has the same value in each row, also an empty prefix', async () => {
		const options = { columnPrefix: "={{ $json.mistyped ?? '' }}" };
		const single = await runOperation(await start(), findBest([], { rows, options }));
		expect(column(single, 'status')).toEqual(['found', 'found']);
		const parameters = { linkedinUrl: '={{ $json.who }}' };
		const resolved = await runOperation(await start(), resolve(['={{ "profile" }}'], rows, { parameters }));
		expect(column(resolved, 'enriched_status')).toEqual(['found', 'found']);
	});
});
