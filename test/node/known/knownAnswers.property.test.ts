import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { emailOf, type Person } from '../../../dev/sandbox/people';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import { rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { people, resolve } from '../../support/node/resolveRun';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();

/** Some are held by the service, others are not. */
const PEOPLE = people.slice(0, 30);

const LINKEDIN: ReadonlyArray<(person: Person) => string> = [
	({ slug }) => `https://www.linkedin.com/in/${slug}/`,
	({ slug }) => `uk.linkedin.com/in/${slug.toUpperCase()}?trk=x`,
	({ slug }) => `in/${slug}`,
];
const EMAIL: ReadonlyArray<(person: Person) => string> = [
	emailOf,
	(person) => ` ${emailOf(person).toUpperCase()} `,
	(person) => `mailto:${emailOf(person)}`,
];
const HASH: ReadonlyArray<(person: Person) => string> = [
	(person) => md5OfEmail(emailOf(person)),
	(person) => md5OfEmail(emailOf(person)).toUpperCase(),
];

const spelled = (spellings: ReadonlyArray<(person: Person) => string>) =>
	fc.tuple(fc.constantFrom(...PEOPLE), fc.constantFrom(...spellings)).map(([person, spelling]) => spelling(person));
const cellOf = (spellings: ReadonlyArray<(person: Person) => string>) =>
	fc.oneof({ weight: 9, arbitrary: spelled(spellings) }, { weight: 1, arbitrary: fc.constantFrom('', 'n/a', 'a b') });

/** Single lookups: resource, operation, parameter and spellings of its cells. */
const SINGLE = [
	['personalEmail', 'findBest', 'linkedinUrl', LINKEDIN],
	['workEmail', 'findByLinkedin', 'linkedinUrl', LINKEDIN],
	['businessProfile', 'findByLinkedin', 'linkedinUrl', LINKEDIN],
	['mobilePhone', 'findByLinkedin', 'linkedinUrl', LINKEDIN],
	['businessProfile', 'findByEmail', 'email', EMAIL],
	['linkedinProfile', 'findByEmail', 'email', EMAIL],
	['businessProfile', 'findByHashedEmail', 'hashedEmail', [...HASH, ...EMAIL]],
	['linkedinProfile', 'findByHashedEmail', 'hashedEmail', [...HASH, ...EMAIL]],
] as const;

const single = fc.constantFrom(...SINGLE).chain(([resource, operation, parameter, spellings]) =>
	fc.array(cellOf(spellings), { minLength: 1, maxLength: 12 }).map((cells): OperationRun => ({
		resource,
		operation,
		rows: cells.map((cell) => ({ cell })),
		parameters: { [parameter]: '={{ $json.cell }}' },
	})),
);

/** The phone costs extra, and is paid for beside a known profile without it. */
const WANTS: WantName[] = ['personalEmail', 'workEmail', 'anyEmail', 'profile', 'company', 'linkedinProfile'];
const resolved = fc
	.record({
		wants: fc.uniqueArray(fc.constantFrom(...WANTS), { minLength: 1, maxLength: 3 }),
		rows: fc.array(
			fc.record({ linkedin: cellOf(LINKEDIN), email: cellOf(EMAIL), md5: cellOf(HASH) }, { requiredKeys: [] }),
			{ minLength: 1, maxLength: 12 },
		),
		hashEmail: fc.boolean(),
	})
	.map(({ wants, rows, ...options }): OperationRun => resolve(wants, rows, { options }));

/** How a workflow stores the output beside what it already has. */
const STORES: Record<string, (stored: IDataObject[], output: IDataObject[]) => IDataObject[]> = {
	append: (stored, output) => [...stored, ...output],
	'update by person_key': (stored, output) => {
		const rows = new Map(stored.map((row) => [row.enriched_person_key, row]));
		for (const row of output) if (row.enriched_person_key) rows.set(row.enriched_person_key, row);
		return [...rows.values()];
	},
	'only the texts': (stored, output) => [
		...stored,
		...output.flatMap(({ enriched_answers: text }) => (text ? [{ any_answers: text }] : [])),
	],
};

/**
 * Whether a row got back only the email that it has, as a by-product: no tool is asked for that alone, so that a row
 * whose LinkedIn profile is known does not get it.
 */
const isOwnEmail = ({ email, enriched_personal_email: personal, enriched_work_email: work }: IDataObject) =>
	[personal, work].some((found) => found && spelledLike(email, found));
const spelledLike = (cell: unknown, address: unknown) =>
	String(cell).toLowerCase().includes(String(address).toLowerCase());

/** Columns that differ for a known row: its age, and what else its tools returned. */
const isCompared = (name: string) => !/_(?:reason|answered_at|answers|sources|person_key)$/.test(name);
const compared = (row: IDataObject) =>
	Object.fromEntries(Object.entries(row).filter(([name, cell]) => isCompared(name) && cell !== null));

it('workflows with a shared store charge no identifier twice, and give only answers of a fresh run', async () => {
	const node = { onError: 'continueRegularOutput' as const };
	const workflows = fc.array(fc.oneof(single, resolved), { minLength: 10, maxLength: 10 });
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...Object.keys(STORES)), workflows, async (store, runs) => {
			const [sandbox, fresh] = [await start({ hitRate: 0.7 }), await start({ hitRate: 0.7 })];
			let known: IDataObject[] = [];
			for (const run of runs) {
				const options = { ...run.options, knownAnswers: true };
				const output = rowsOf(await runOperation(sandbox, { ...run, node, options, known }));
				const expected = rowsOf(await runOperation(fresh, { ...run, node }));
				expect(output).toHaveLength(run.rows.length);
				if (run.operation !== 'resolve') expect(output.map(compared)).toEqual(expected.map(compared));
				for (const [index, row] of output.entries())
					if (expected[index].enriched_status === 'found' && !isOwnEmail(expected[index]))
						// A known answer may show that the identifiers of the row are of two people.
						expect(row.enriched_status).toMatch(/^(?:found|conflict)$/);
				known = STORES[store](known, output);
			}
			const { requests, chargedMoreThanOnce } = sandbox.ledger.summary();
			expect(chargedMoreThanOnce).toEqual([]);
			for (const run of runs.filter(({ operation }) => operation !== 'resolve'))
				await runOperation(sandbox, { ...run, node, options: { knownAnswers: true }, known });
			expect(sandbox.ledger.summary().requests).toBe(requests);
		}),
		{ numRuns: 20 },
	);
}, 300_000);
