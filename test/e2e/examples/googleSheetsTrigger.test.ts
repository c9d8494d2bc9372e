import { rowsOf } from '../../../dev/n8n/instance/executions';
import { startHosted, type Hosted } from '../support/hosted';
import { asked, importInto, readExample, runExample } from '../support/example';
import { START, startStandIns, withStandIns, type StandIns } from './standIns';

/** What the trigger finds in the sheet at once. */
const NEW_ROWS = [
	{ row_number: 7, name: 'Ada', linkedin: 'https://www.linkedin.com/in/test-found' },
	{ row_number: 8, name: 'Nobody', linkedin: 'https://www.linkedin.com/in/test-not-found' },
	{ row_number: 9, name: 'Blank', linkedin: '' },
	{ row_number: 10, name: 'Ada again', linkedin: 'linkedin.com/in/test-found/' },
];

let host: Hosted;
let google: StandIns;
let id: string;

beforeAll(async () => {
	host = await startHosted();
	google = await startStandIns({ 'New Row': () => NEW_ROWS, 'Write Back': ({ item }) => item });
	id = await importInto(host, withStandIns(readExample('google-sheets-trigger.json'), google));
});

afterAll(async () => {
	await google?.close();
	await host?.stop();
});

it('looks new rows up together, and writes each of them back to its own place in the sheet', async () => {
	await runExample(host, id, START);
	const written = google.calls.filter(({ node }) => node === 'Write Back').map(({ item }) => item);
	expect(written.sort((one, other) => Number(one.row_number) - Number(other.row_number))).toMatchObject([
		{ ...NEW_ROWS[0], enriched_status: 'found' },
		{ ...NEW_ROWS[1], enriched_status: 'not_found' },
		{ ...NEW_ROWS[2], enriched_status: 'skipped' },
		{ ...NEW_ROWS[3], enriched_status: 'found' },
	]);
	expect(written[0].enriched_full_name).toEqual(expect.any(String));
	expect(written[3].enriched_full_name).toBe(written[0].enriched_full_name);
	expect(asked(host).sort()).toEqual(['linkedin:test-found', 'linkedin:test-not-found']);
});

it('lets the rows through with a reason where the service refuses', async () => {
	host.sandbox.configure({ account: { tokens: 0 } });
	const execution = await runExample(host, id, START);
	const [first] = rowsOf(execution, 'Write Back').filter(({ row_number }) => row_number === 7);
	expect(first).toMatchObject({
		enriched_status: 'deferred',
		enriched_reason: expect.stringContaining('insufficient_tokens') as string,
	});
});
