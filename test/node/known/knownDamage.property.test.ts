import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { HOSTILE_CELLS } from '../../support/api/hostileCells';
import { pollution } from '../../support/hostilePrototypes';
import { findBestOf } from '../../support/node/findBestRun';
import { rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { people } from '../../support/node/resolveRun';
import { forgedText } from '../../support/api/answersText';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();
const PEOPLE = people.slice(0, 8);
const rows = PEOPLE.map(({ slug }) => ({ linkedin: `in/${slug}` }));

const findBest = (more: Partial<OperationRun> = {}) =>
	findBestOf(rows, { node: { onError: 'continueRegularOutput' }, ...more });

/** Ways to damage the rows of a store. */
type Damage = (known: IDataObject[], pick: (most: number) => number) => IDataObject[];

const inOne =
	(change: (row: IDataObject, pick: (most: number) => number) => IDataObject): Damage =>
	(known, pick) => {
		const damaged = pick(known.length);
		return known.map((row, index) => (index === damaged ? change(row, pick) : row));
	};
const textOf = (row: IDataObject) => String(row.enriched_answers);

const DAMAGES: Record<string, Damage> = {
	'rows in another order': (known) => [...known].reverse(),
	'missing rows': (known, pick) => known.slice(pick(known.length)),
	'texts shifted by a row': (known) =>
		known.map((row, index) => ({ ...row, enriched_answers: textOf(known[(index + 1) % known.length]) })),
	'a truncated text': inOne((row, pick) => ({
		...row,
		enriched_answers: textOf(row).slice(0, pick(textOf(row).length)),
	})),
	'a changed character': inOne((row, pick) => {
		const text = textOf(row);
		const at = pick(text.length);
		return { ...row, enriched_answers: text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1) };
	}),
	'cells edited by hand': inOne((row) => ({
		...row,
		enriched_personal_email: 'other@example.net',
		enriched_status: 'not_found',
		enriched_person_key: 'linkedin:nobody',
	})),
	'another prefix': (known) =>
		known.map((row) =>
			Object.fromEntries(Object.entries(row).map(([name, cell]) => [name.replace('enriched_', 'crm '), cell])),
		),
	'hostile cells': inOne((row, pick) => ({
		...row,
		enriched_answers: HOSTILE_CELLS[pick(HOSTILE_CELLS.length)].cell as string,
		note: HOSTILE_CELLS[pick(HOSTILE_CELLS.length)].cell as string,
	})),
	'a megabyte': inOne((row) => ({ ...row, enriched_answers: `r2.${'A'.repeat(1_000_000)}` })),
	'prototype keys': (known) => [
		...known,
		JSON.parse('{"__proto__":{"answers":"r2.x"},"constructor":"x","toString":"r2.x"}') as IDataObject,
		{ answers: forgedText('[{"t":"__proto__","k":"constructor","r":{"x":1}}]') },
	],
	'nothing but nulls': (known) => known.map(() => ({ enriched_answers: null })),
};

const data = (found: IDataObject[]) =>
	found.map(({ enriched_reason: _reason, enriched_answered_at: _at, enriched_answers: _text, ...row }) => row);

it.each(Object.keys(DAMAGES))(
	'known rows with %s give no wrong answer',
	async (name) => {
		const sandbox = await start({ hitRate: 0.7 });
		const options = { knownAnswers: true };
		const store = rowsOf(await runOperation(sandbox, findBest({ known: [], options })));
		const expected = data(rowsOf(await runOperation(sandbox, findBest())));
		await fc.assert(
			fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
				const pick = (most: number) => numbers.next().value % most;
				const known = DAMAGES[name](store, pick);
				const output = await runOperation(sandbox, findBest({ known, options }));
				expect(output.error).toBeUndefined();
				expect(data(rowsOf(output))).toEqual(expected);
			}),
			{ numRuns: 25 },
		);
		expect(pollution()).toEqual([]);
	},
	120_000,
);
