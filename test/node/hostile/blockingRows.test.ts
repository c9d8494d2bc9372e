import type { IDataObject } from 'n8n-workflow';
import { emailOf } from '../../../dev/sandbox/people';
import { forgedText } from '../../support/api/answersText';
import { cpuTimeOfRun, timeAndLimit } from '../../support/cpuTime';
import { findBestOf } from '../../support/node/findBestRun';
import { column, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { people, resolve } from '../../support/node/resolveRun';
import { BEST } from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();

const SIZE = 1_000_000;

const [ada, bea] = people;
const profileOf = ({ slug }: { slug: string }) => `https://www.linkedin.com/in/${slug}`;
const FORGED = 'forged@example.net';

/** Forged answers in a text of about 22,000 characters. */
function longForgery(number: number): string {
	const answers: object[] = [{ t: BEST, k: `linkedin:${bea.slug}`, a: Date.UTC(2030, 0, 1), r: { email: FORGED } }];
	for (let length = 0, place = 0; length < 16_000; place++) {
		const answer = { t: 'x', k: `linkedin:p${number}-${place}`, r: 1 };
		answers.push(answer);
		length += JSON.stringify(answer).length + 1;
	}
	return forgedText(JSON.stringify(answers));
}

const filled = (size: number, each: number, cell: (place: number) => [string, unknown]): IDataObject =>
	Object.fromEntries(Array.from({ length: size / each }, (_, place) => cell(place))) as IDataObject;
const forgedColumns = (size: number) => filled(size, 22_000, (place) => [`c${place}_answers`, longForgery(place)]);
const wideRow = (size: number) => filled(size, 16, (place) => [`c${place}`, `v${place}`]);
const words = (size: number) => Array.from({ length: size / 8 }, (_, place) => `w${place}`).join(' ');
function nestedWords(size: number): IDataObject {
	let value: unknown = words(size).split(' ');
	for (let level = 0; level < 28; level++) value = { level: value };
	return value as IDataObject;
}

interface Input {
	/** Added to the first row. */
	row?: IDataObject;
	/** The number of rows. All are about one person. */
	rows?: number;
	known?: IDataObject[];
	suppressed?: IDataObject[];
	/** Whether it has more names than are read, of which one might be listed. */
	isDoubtful?: true;
}
type Hostile = [what: string, input: (size: number) => Input];

const HOSTILE: Hostile[] = [
	['forged answers in many columns', (size) => ({ row: forgedColumns(size) })],
	['forged answers in a known row', (size) => ({ known: [forgedColumns(size)] })],
	['forged answers in a listed row', (size) => ({ suppressed: [forgedColumns(size)] })],
	[
		'many tiny texts in a known row',
		(size) => ({ known: [filled(size, 50, (place) => [`${place}_answers`, `r2.${'x'.repeat(30)}`])] }),
	],
	['a long text in our column', (size) => ({ row: { enriched_answers: `r2.${' x'.repeat(size / 2)}` } })],
	['a long text in any column', (size) => ({ row: { note: words(size) } })],
	['a large object in any column', (size) => ({ row: { note: nestedWords(size) } })],
	['many columns in a row whose person is in others', (size) => ({ row: wideRow(size), rows: 100 })],
	['many columns in a known row', (size) => ({ known: [wideRow(size)] })],
	['a long name of a column in a known row', (size) => ({ known: [{ [`suppressed${' '.repeat(size)}x`]: '' }] })],
	['a long text in a listed row', (size) => ({ suppressed: [{ note: words(size) }] })],
	['a large object in a listed row', (size) => ({ suppressed: [{ note: nestedWords(size) }] })],
	['many signs of addresses in a listed row', (size) => ({ suppressed: [{ note: '@'.repeat(size) }] })],
	['many addresses in a listed row', (size) => ({ suppressed: [{ note: 'a@b.test/in/x '.repeat(size / 14) }] })],
	[
		'many keys of people',
		(size) => ({
			isDoubtful: true,
			row: {
				enriched_status: 'found',
				enriched_person_key: Array.from({ length: size / 16 }, (_, place) => `linkedin:q${place}`).join(' '),
			},
		}),
	],
	['a long next page', (size) => ({ row: { enriched_next_page: '5-'.repeat(size / 2) } })],
	[
		'long texts in an error',
		(size) => ({ row: { error: { answers: `r2.${words(size)}`, next_page: words(size) } } }),
	],
];

type JobOf = (rows: IDataObject[], known: IDataObject[], suppressed?: IDataObject[]) => OperationRun;
const options = { knownAnswers: true, suppressionList: true };
const findBest: JobOf = (rows, known, suppressed = []) => findBestOf(rows, { known, suppressed, options });
const ENTRY = { email: 'eve@example.com' };

describe.each<[string, JobOf]>([
	['Find Best', findBest],
	['Resolve', (rows, known, suppressed = []) => resolve(['personalEmail'], rows, { known, suppressed, options })],
])('%s', (_operation, jobOf) => {
	const runOf = ({ row = {}, rows = 1, known = [], suppressed = [] }: Input, stored: IDataObject[]) =>
		jobOf(
			[row, ...Array.from({ length: rows - 1 }, () => ({}))].map((one) => ({ linkedin: profileOf(ada), ...one })),
			[...known, ...stored],
			[...suppressed, ENTRY],
		);

	it.each(HOSTILE)('takes no more than linear time for %s, and returns every row', async (_what, input) => {
		const sandbox = await start();
		// More than a fifth of rows without an authentic text stop the run.
		const [one] = rowsOf(await runOperation(sandbox, jobOf([{ linkedin: profileOf(bea) }], [])));
		const stored = Array<IDataObject>(4).fill(one);
		const timeOf = async (given: Input) => {
			const job = runOf(given, stored);
			const { time, value: run } = await cpuTimeOfRun(async () => await runOperation(sandbox, job));
			const count = given.rows ?? 1;
			const [status, email] = given.isDoubtful ? ['suppressed', undefined] : ['found', emailOf(ada)];
			expect(column(run, 'enriched_status')).toEqual(Array(count).fill(status));
			expect(column(run, 'enriched_personal_email')).toEqual(Array(count).fill(email));
			return time;
		};
		const [time, limit] = await timeAndLimit(async (share) => await timeOf(input(share * SIZE)));
		expect(time).toBeLessThan(limit);
	});

	it('uses no forged answers in a known row, and an authentic one beside them', async () => {
		const sandbox = await start();
		const run = async (rows: IDataObject[], known: IDataObject[]) =>
			rowsOf(await runOperation(sandbox, jobOf(rows, known)));
		const rows = [ada, bea].map((person) => ({ linkedin: profileOf(person) }));
		const [authentic] = await run(rows.slice(0, 1), []);
		const again = await run(rows, [{ ...forgedColumns(SIZE), ...authentic }]);
		expect(again.map((row) => row.enriched_personal_email)).toEqual([emailOf(ada), emailOf(bea)]);
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});
});
