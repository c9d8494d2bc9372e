import { Cleanups } from '../../../dev/n8n/instance/cleanups';
import { startContacts } from '../support/contacts';
import { connect, endOf, importExample, runExample, withParameters } from '../support/example';
import { defaultSettings } from '../../../dev/sandbox/settings';
import { useHosted } from '../support/hosted';

const cleanups = new Cleanups();
const host = useHosted();
let contacts: Awaited<ReturnType<typeof startContacts>>;

const query = async (statement: string) => await contacts.query(statement);

/** Creates an example that uses the database. @returns its id */
async function importConnected(file: string): Promise<string> {
	const change = await connect(host, [contacts.credential]);
	const impatient = withParameters({ 'Resolve people': { options: { maxWait: 1 } } });
	return await importExample(host, file, (workflow) => change(impatient(workflow)));
}

beforeAll(async () => {
	contacts = await startContacts(cleanups);
});

afterAll(async () => await cleanups.run());

describe('postgres-upsert.json', () => {
	const SELECT = 'SELECT id, status, work_email FROM contacts ORDER BY id';
	let id: string;

	beforeAll(async () => {
		id = await importConnected('postgres-upsert.json');
	});

	it('creates its table once, however often it runs', async () => {
		await runExample(host, id, 'First time only');
		await runExample(host, id, 'First time only');
		expect(await query(SELECT)).toEqual(['1||', '2||']);
	});

	it('writes the result of each contact into its row', async () => {
		const md5 = '55502f40dc8b7c769880b10874abc9d0';
		await query(
			`INSERT INTO contacts (id, email) VALUES (3, ''), (4, 'no address'), (5, 'TEST-FOUND@example.com')`,
		);
		await query(`INSERT INTO contacts (id, md5, status) VALUES (6, '${md5}', 'found')`);
		await runExample(host, id, 'Every night');
		const rows = await query(SELECT);
		expect(rows).toEqual([
			expect.stringMatching(/^1\|found\|.+@/),
			'2|not_found|',
			// The user may still enter one.
			'3||',
			'4|invalid|',
			expect.stringMatching(/^5\|found\|.+@/),
			'6|found|',
		]);
		expect(rows[4].slice(1)).toBe(rows[0].slice(1));
		expect(host.sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});

	it('writes into empty columns only, whatever the status, and never into a row that another contact has now', async () => {
		const own = `'Own Name', 'Own Ltd', 'own@example.com'`;
		const emails = ['', 'no address', 'test-found@example.com', 'test-not-found@example.com'];
		const insert = async (row: number, email: string) =>
			await query(
				`INSERT INTO contacts (id, email, full_name, company_name, work_email) VALUES (${row}, '${email}', ${own})`,
			);
		for (const [index, email] of emails.entries()) await insert(20 + index, email);
		// As if a user changed the one contact, and deleted the other, while the workflow runs.
		await query(
			`INSERT INTO contacts (id, email) VALUES (30, 'test-found@example.com'), (31, 'test-found@example.com');
			CREATE FUNCTION meanwhile() RETURNS trigger AS $$ BEGIN
				UPDATE contacts SET email = 'other@example.com' WHERE id = 30;
				DELETE FROM contacts WHERE id = 31;
				RETURN NULL;
			END $$ LANGUAGE plpgsql;
			CREATE TRIGGER once AFTER UPDATE ON contacts FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0)
				EXECUTE FUNCTION meanwhile();`,
		);
		await runExample(host, id, 'Every night');
		await query('DROP TRIGGER once ON contacts; DROP FUNCTION meanwhile');
		expect(await query('SELECT email, status, full_name FROM contacts WHERE id >= 30')).toEqual([
			'other@example.com||',
		]);
		await query('DELETE FROM contacts WHERE id >= 30');
		await insert(24, 'test-fair-use@example.com');
		await runExample(host, id, 'Every night');
		const columns = 'id, status, full_name, company_name, work_email';
		const rows = await query(`SELECT ${columns} FROM contacts WHERE id >= 20 ORDER BY id`);
		const kept = 'Own Name|Own Ltd|own@example.com';
		expect(rows).toEqual([
			...['', 'invalid', 'found', 'not_found', 'deferred'].map(
				(status, index) => `${20 + index}|${status}|${kept}`,
			),
		]);
		await query('DELETE FROM contacts WHERE id >= 20');
	});

	it('pays for nothing in the second night', async () => {
		const before = await query(SELECT);
		host.sandbox.ledger.clear();
		await runExample(host, id, 'Every night');
		expect(host.sandbox.ledger.summary().tokensCharged).toBe(0);
		expect(await query(SELECT)).toEqual(before);
	});

	const COUNTS = `SELECT COALESCE(status, ''), count(*) FROM contacts GROUP BY status ORDER BY min(id)`;
	const onlyMany = async (count: number) =>
		await query(
			`DELETE FROM contacts; INSERT INTO contacts (id, email)
			SELECT id, 'many-' || id || '@example.com' FROM generate_series(1, ${count}) id`,
		);

	it('looks up 4,000 rows in parts of 500, new rows first, and loses one part if it dies', async () => {
		await onlyMany(4_000);
		await query(
			`INSERT INTO contacts (id, email, status) VALUES (0, 'many-0@example.com', 'deferred');
			CREATE FUNCTION die() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'The database ends'; END $$ LANGUAGE plpgsql;
			CREATE TRIGGER die BEFORE UPDATE ON contacts FOR EACH ROW WHEN (OLD.id = 1250) EXECUTE FUNCTION die();`,
		);
		expect(await endOf(host, id, 'Every night')).toEqual(['error', 'The database ends']);
		await query('DROP TRIGGER die ON contacts; DROP FUNCTION die');
		const [[, found]] = (await query(COUNTS)).slice(1).map((line) => line.split('|'));
		expect(Number(found)).toBeGreaterThanOrEqual(1_000);
		await runExample(host, id, 'Every night');
		expect(await query(COUNTS)).toEqual(['found|4001']);
		// One part, at two tools.
		expect(host.sandbox.ledger.summary().chargedMoreThanOnce.length).toBeLessThanOrEqual(2 * 500);
	});

	it.each([
		['a dead key', { keys: ['another'] }, ['|10'], /key/],
		['an empty balance', { account: { tokens: 0 } }, ['|10'], /balance/],
		[
			'a balance for one',
			{ account: { tokens: 3 } },
			['found|1', 'deferred|9'],
			/account: 9 \(insufficient_tokens\)/,
		],
	])('fails the night after the last part with %s', async (_cause, settings, counts, message) => {
		await onlyMany(10);
		host.sandbox.configure(settings);
		expect(await endOf(host, id, 'Every night')).toEqual(['error', expect.stringMatching(message)]);
		expect(await query(COUNTS)).toEqual(counts);
		host.sandbox.configure(defaultSettings());
	});
});
