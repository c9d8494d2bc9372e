import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { emailOf, type Person } from '../../../dev/sandbox/people';
import type { Sandbox } from '../../../dev/sandbox/server';
import { forgedText } from '../../support/api/answersText';
import { findBestOf } from '../../support/node/findBestRun';
import { rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { people, resolve } from '../../support/node/resolveRun';
import { BEST } from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();

/** People of the user, whose answers are stored before strangers send rows, and people of strangers. */
const [USERS, STRANGERS] = [people.slice(0, 3), people.slice(3, 6)];
const ALL = [...USERS, ...STRANGERS];
const EVIL = 'evil@example.net';

const rowOf = ({ slug }: Person): IDataObject => ({ linkedin: `in/${slug}` });
const keyOf = ({ slug }: Person) => `linkedin:${slug}`;

/** A text that says of somebody that their email is another one, as a stranger can write it. */
const forged = (victim: Person) =>
	forgedText(JSON.stringify([{ t: BEST, k: keyOf(victim), a: Date.UTC(2030, 0, 1), r: { email: EVIL } }]));

/** As a sheet may return a cell. */
const WRAPPINGS: ReadonlyArray<(text: string) => string> = [
	(text) => text,
	(text) => `'${text}`,
	(text) => ` ${text}\n`,
	(text) => text.slice(0, -9),
];
const PLACES: ReadonlyArray<(text: string) => IDataObject> = [
	(text) => ({ enriched_answers: text }),
	(text) => ({ answers: text, other_answers: text }),
	(text) => ({ body: { enriched_answers: text } }),
	(text) => ({ error: { answers: text } }),
	(text) => ({ note: text }),
];
const columnsAbout = (victim: Person): IDataObject => ({
	...{ enriched_status: 'found', enriched_personal_email: EVIL },
	...{ enriched_personal_email_risk_score: 'A', enriched_person_key: keyOf(victim) },
});

const strangerRow = fc
	.record({
		named: fc.option(fc.constantFrom(...ALL)),
		victim: fc.constantFrom(...USERS),
		wrap: fc.constantFrom(...WRAPPINGS),
		place: fc.constantFrom(...PLACES),
		hasColumns: fc.boolean(),
	})
	.map(({ named, victim, wrap, place, hasColumns }): IDataObject => ({
		...(named === null ? { linkedin: 'nobody' } : rowOf(named)),
		...(hasColumns ? columnsAbout(victim) : {}),
		...place(wrap(forged(victim))),
	}));

const asFindBest = (rows: IDataObject[], options: OperationRun['options']) => findBestOf(rows, { options });
const asResolve = (rows: IDataObject[], options: OperationRun['options']) =>
	resolve(['personalEmail'], rows, { options });

const hop = fc.record({
	operation: fc.constantFrom(asFindBest, asResolve),
	knownAnswers: fc.boolean(),
	more: fc.constantFrom<IDataObject>({}, { rowsAnsweredBefore: 'skipFound' }, { dryRun: true }, { maxTokens: 1 }),
	isStored: fc.boolean(),
});

/** The rows that docs/known-answers.md tells to store, one per `person_key`. */
function store(known: readonly IDataObject[], output: readonly IDataObject[]): IDataObject[] {
	const stored = new Map(known.map((row) => [row.enriched_person_key, row]));
	for (const { enriched_status: status, enriched_person_key, enriched_answers, enriched_answered_at } of output)
		if (enriched_person_key && enriched_answers && !['skipped', 'invalid', 'planned'].includes(String(status)))
			stored.set(enriched_person_key, { enriched_person_key, enriched_answers, enriched_answered_at });
	return [...stored.values()];
}

async function rowsAfter(sandbox: Sandbox, run: OperationRun, known?: IDataObject[]) {
	const node = { onError: 'continueRegularOutput' as const };
	return rowsOf(await runOperation(sandbox, { ...run, node, known }));
}

/** The email of whom a row names, which it must have if it is found. */
const truthOf = ({ linkedin }: IDataObject) => ALL.filter(({ slug }) => linkedin === `in/${slug}`).map(emailOf)[0];

it('no route of a row by strangers changes the answer of another row, or makes the store pay again', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(strangerRow, { minLength: 1, maxLength: 5 }),
			fc.array(hop, { minLength: 1, maxLength: 3 }),
			async (strangers, hops) => {
				const sandbox = await start({ hitRate: 1 });
				const on = { knownAnswers: true };
				let known = store([], await rowsAfter(sandbox, asFindBest(USERS.map(rowOf), on), []));
				let rows = strangers;
				let isByTheDocs = true;
				for (const { operation, knownAnswers, more, isStored } of hops) {
					const run = operation(rows, { rowsAnsweredBefore: 'lookUpAgain', ...more, knownAnswers });
					rows = await rowsAfter(sandbox, run, knownAnswers ? known : undefined);
					for (const row of rows)
						if (row.enriched_status === 'found' && more.rowsAnsweredBefore === undefined)
							expect([row.linkedin, row.enriched_personal_email]).toEqual([row.linkedin, truthOf(row)]);
					if (isStored) known = store(known, rows);
					isByTheDocs &&= knownAnswers || !isStored;
				}
				const before = sandbox.ledger.summary().tokensCharged;
				const users = await rowsAfter(sandbox, asFindBest(USERS.map(rowOf), on), known);
				const isRefused = users.every((row) => row.enriched_status === 'invalid');
				if (isByTheDocs || !isRefused)
					expect(users.map((row) => row.enriched_personal_email)).toEqual(USERS.map(emailOf));
				if (isByTheDocs) expect(sandbox.ledger.summary().tokensCharged).toBe(before);
			},
		),
		{ seed: 5, numRuns: 100 },
	);
});
