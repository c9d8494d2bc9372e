import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { HOSTILE_CELLS } from '../../support/api/hostileCells';
import { pollution } from '../../support/hostilePrototypes';
import { answerMiss, hostileServers } from '../../support/wire/hostileServer';
import { column, pairs, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';

const start = hostileServers();

/** Every operation and parameter that reads a cell as an identifier. */
const LOOKUPS = [
	['personalEmail', 'findBest', 'linkedinUrl', 'linkedin'],
	['businessProfile', 'findByLinkedin', 'linkedinUrl', 'linkedin'],
	['businessProfile', 'findByEmail', 'email', 'email'],
	['businessProfile', 'findByHashedEmail', 'hashedEmail', 'hem'],
	['person', 'resolve', 'linkedinUrl', 'linkedin'],
	['person', 'resolve', 'email', 'email'],
] as const;

const job = (resource: string, operation: string, parameter: string, rows: IDataObject[]): OperationRun => ({
	resource,
	operation,
	parameters: { [parameter]: '={{ $json.cell }}', ...(operation === 'resolve' ? { want: ['profile'] } : {}) },
	node: { onError: 'continueRegularOutput' },
	rows,
});
const findBest = (rows: IDataObject[]) => job('personalEmail', 'findBest', 'linkedinUrl', rows);

/** Expects that every row has its input fields with identical values. */
function expectUntouched(items: readonly INodeExecutionData[], input: readonly IDataObject[]): void {
	expect(items).toHaveLength(input.length);
	for (const [place, { json }] of items.entries()) {
		for (const [name, value] of Object.entries<unknown>(input[place])) {
			const isKept = Object.hasOwn(json, name) && Object.is(json[name], value);
			expect([place, name, isKept]).toEqual([place, name, true]);
		}
	}
}

describe('a sheet of hostile cells', () => {
	it.each(LOOKUPS)(
		'%s / %s by %s: each cell is rejected or looked up unchanged',
		async (resource, operation, parameter, kind) => {
			const service = await start(answerMiss);
			const rows = HOSTILE_CELLS.map(({ label, cell }, id) => ({ id, label, cell })) as unknown as IDataObject[];
			const run = await runOperation(service, job(resource, operation, parameter, rows));

			expect([run.status, pairs(run)]).toEqual(['success', rows.map((_, id) => id)]);
			const expected = HOSTILE_CELLS.map(({ label, sent, isBlank }) => [
				label,
				sent[kind] !== undefined ? 'not_found' : isBlank ? 'skipped' : 'invalid',
			]);
			expect(rowsOf(run).map((row) => [row.label, row.enriched_status])).toEqual(expected);
			const refused = rowsOf(run).filter(({ enriched_status: status }) => status === 'invalid');
			for (const { enriched_reason: reason } of refused)
				expect(reason).toMatch(/^[^\p{Cc}\u2028-\u202e]{20,250}$/u);
			expectUntouched(run.outputs[0], rows);
			expect(pollution()).toEqual([]);

			const allowed = new Set(HOSTILE_CELLS.flatMap(({ sent }) => sent[kind] ?? []));
			// Resolve also looks up an email by its MD5.
			const requested = service.received
				.flatMap(({ inputs }) => inputs)
				.filter((input) => !/^[0-9a-f]{32}$/.test(input));
			expect([...new Set(requested)].sort()).toEqual([...allowed].sort());
		},
	);
});

it.each<[string, OperationRun['options'], OperationRun['parameters'], string, boolean[]]>([
	['is no value of Rows Answered Before', { rowsAnsweredBefore: '={{ $json.cell }}' }, {}, 'invalid', []],
	['is no explicit yes to a phone', {}, { includeMobilePhone: '={{ $json.cell }}' }, 'not_found', [false]],
])('a cell of one megabyte %s', async (_what, options, parameters, status, phones) => {
	const service = await start(answerMiss);
	const rows = [' ', '\t', 'no ', '- ', 'x '].map((part) => ({
		who: 'in/ada-example',
		cell: `${part.repeat(1_000_000)}!`,
	}));
	const run = await runOperation(service, {
		...job('businessProfile', 'findByLinkedin', 'linkedinUrl', rows),
		options,
		parameters: { linkedinUrl: '={{ $json.who }}', ...parameters },
	});
	expect(column(run, 'enriched_status')).toEqual(rows.map(() => status));
	expect(service.received.map(({ text }) => text.includes('"include_mobile_phone":true'))).toEqual(phones);
});

const NAMES = [
	...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'then', 'json', 'binary'],
	...['pairedItem', '', '={{ 1 }}', '"] }}', '\0'],
];

it('keeps getters, dates, functions, and columns named like inherited properties', async () => {
	const withGetter = Object.defineProperties(
		{ id: 0 },
		{ cell: { get: () => 'in/ada-example', enumerable: true } },
	) as IDataObject;
	const odd = {
		id: 1,
		cell: 'in/bob-example',
		date: new Date(0),
		call: () => 1,
		nan: NaN,
		huge: Infinity,
		nothing: undefined,
		big: 1n,
	} as unknown as IDataObject;
	const inherited = Object.fromEntries([
		...NAMES.map((name): [string, unknown] => [name, `cell of ${name}`]),
		['cell', 'in/ada-example'],
	]) as IDataObject;
	const rows = [withGetter, odd, inherited];
	const run = await runOperation(await start(answerMiss), findBest(rows));
	expect(column(run, 'enriched_status')).toEqual(rows.map(() => 'not_found'));
	expectUntouched(run.outputs[0], rows);
	expect(pollution()).toEqual([]);
});

it('returns all rows of any sheet with their own fields', async () => {
	const names = fc.oneof(
		fc.constantFrom(
			...['cell', 'id', '__proto__', 'constructor', 'error', 'json', 'title', 'enriched_status'],
			...['enriched_personal_email', 'enriched_answers', 'enriched_sources', 'enriched_company_website_url'],
		),
		fc.string(),
	);
	const cells = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.constantFrom('ada-example', 'bob@example.com', 'r2.abc', 'r2.', 'found', '', null),
		fc.anything({
			withBigInt: true,
			withDate: true,
			withNullPrototype: true,
			withMap: true,
			withSparseArray: true,
		}),
	);
	const rowsOfAny = fc.array(
		fc.array(fc.tuple(names, cells), { maxLength: 6 }).map((fields) => Object.fromEntries(fields) as IDataObject),
		{ minLength: 1, maxLength: 12 },
	);
	const service = await start(answerMiss);
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...LOOKUPS), rowsOfAny, async ([resource, operation, parameter], rows) => {
			const run = await runOperation(service, job(resource, operation, parameter, rows));
			expect([run.status, pairs(run)]).toEqual(['success', rows.map((_, id) => id)]);
			const own = rows.map((one) =>
				Object.fromEntries(Object.entries(one).filter(([name]) => !name.startsWith('enriched_'))),
			);
			expectUntouched(run.outputs[0], own);
			expect(pollution()).toEqual([]);
		}),
		{ seed: 713, numRuns: 200 },
	);
});
