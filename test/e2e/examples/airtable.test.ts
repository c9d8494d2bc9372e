import { connect, endOf, importExample, runExample, withParameters } from '../support/example';
import { defaultSettings } from '../../../dev/sandbox/settings';
import { useHosted } from '../support/hosted';
import { AIRTABLE, Airtable, BASE, TABLE } from './standIns/airtable';
import { useStandIns } from './standIns/standIns';

const host = useHosted();
const LINKEDIN = 'https://www.linkedin.com/in/test-found';
const OWN = { 'Full Name': 'Own Name', Company: 'Own Ltd', 'Work Email': 'own@example.com' };
/** Records with values of the user, by their profiles: one for each status. */
const filled = (profiles: Record<string, string>) =>
	Object.fromEntries(Object.entries(profiles).map(([id, LinkedIn]) => [id, { LinkedIn, ...OWN }]));
const airtable = new Airtable({
	rec1: { LinkedIn: LINKEDIN },
	rec2: { Email: 'test-not-found@example.com' },
	rec3: { Email: 'done@example.com', Status: 'found', Company: 'Typed' },
	rec4: { Name: 'No Identifier' },
	rec5: { LinkedIn: LINKEDIN, Email: 'test-found@example.com', Status: 'deferred' },
	...filled({
		...{ own1: LINKEDIN, own2: 'https://www.linkedin.com/in/test-not-found', own3: 'n/a', own4: 'no profile' },
	}),
});
useStandIns(airtable);

describe('airtable-resolve.json', () => {
	let id: string;

	beforeAll(async () => {
		const place = {
			base: { __rl: true, mode: 'id', value: BASE },
			table: { __rl: true, mode: 'id', value: TABLE },
		};
		const connected = await connect(host, AIRTABLE);
		const impatient = { options: { maxWait: 1 } };
		const chosen = withParameters({ 'Get records': place, 'Resolve people': impatient, 'Update records': place });
		id = await importExample(host, 'airtable-resolve.json', (workflow) => connected(chosen(workflow)));
	});

	it('completes the records without a result, and pays for a person once', async () => {
		// The user types while the workflow runs.
		airtable.onRead = () => Object.assign(airtable.records.rec2, { Company: 'Typed meanwhile' });
		await runExample(host, id);
		delete airtable.onRead;
		Object.assign(airtable.records, filled({ own5: 'https://www.linkedin.com/in/test-fair-use' }));
		await runExample(host, id);
		const { rec1, rec2, rec3, rec4, rec5, ...own } = airtable.records;
		expect(rec1).toMatchObject({ Status: 'found', Company: expect.any(String) as string, 'Work Email': /@/ });
		expect(rec2).toMatchObject({ Status: 'not_found', Company: 'Typed meanwhile' });
		expect(rec3).toEqual({ Email: 'done@example.com', Status: 'found', Company: 'Typed' });
		// The user may still type one.
		expect(rec4).toEqual({ Name: 'No Identifier' });
		expect(rec5).toMatchObject({ Status: 'found', Company: rec1.Company, 'Work Email': rec1['Work Email'] });
		expect(Object.values(own)).toMatchObject(Array(5).fill(OWN));
		expect(new Set(Object.values(own).map(({ Status }) => Status))).toEqual(
			new Set(['found', 'not_found', 'skipped', 'invalid', 'deferred']),
		);
		expect(host.sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);

		delete airtable.records.own5;
		host.sandbox.ledger.clear();
		await runExample(host, id);
		expect(host.sandbox.ledger.requests()).toEqual([]);
	});

	const many = (count: number) =>
		Object.fromEntries(
			Array.from({ length: count }, (_, at) => [`many${at}`, { Email: `many-${at}@example.com`, Status: '' }]),
		);
	const counts = () => Object.values(airtable.records).map(({ Status }) => Status);

	it('looks up 500 of 4,000 records in a run, the next ones in the next run, and each of them once', async () => {
		airtable.records = { ...many(4_000), stuck: { Email: 'test-fair-use@example.com', Status: 'deferred' } };
		await runExample(host, id);
		await runExample(host, id);
		expect(counts().filter((status) => status === 'found').length).toBe(counts().lastIndexOf('found') + 1);
		expect([counts().lastIndexOf('found'), airtable.records.stuck.Reason]).toEqual([999, undefined]);
		expect(host.sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});

	it.each([
		['a dead key', { keys: ['another'] }, 0, /key/],
		['an empty balance', { account: { tokens: 0 } }, 0, /balance/],
		['a balance for one', { account: { tokens: 3 } }, 1, /account: 9 \(insufficient_tokens\)/],
	])('fails after the write-back with %s', async (_cause, settings, found, message) => {
		airtable.records = many(10);
		host.sandbox.configure(settings);
		expect(await endOf(host, id)).toEqual(['error', expect.stringMatching(message)]);
		expect(counts()).toEqual(
			Array.from({ length: 10 }, (_, at) => (found === 0 ? '' : at < found ? 'found' : 'deferred')),
		);
		host.sandbox.configure(defaultSettings());
	});
});
