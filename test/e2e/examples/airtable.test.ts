import { connect, importExample, runExample, withParameters } from '../support/example';
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
		...{ own1: LINKEDIN, own2: 'https://www.linkedin.com/in/test-not-found', own3: '', own4: 'no profile' },
	}),
});
useStandIns(airtable);

describe('airtable-resolve.json', () => {
	it('completes the records without a result, and pays for a person once', async () => {
		const place = {
			base: { __rl: true, mode: 'id', value: BASE },
			table: { __rl: true, mode: 'id', value: TABLE },
		};
		const connected = await connect(host, AIRTABLE);
		const chosen = withParameters({ 'Get records': place, 'Update records': place });
		const id = await importExample(host, 'airtable-resolve.json', (workflow) => connected(chosen(workflow)));
		// The user types while the workflow runs.
		airtable.onRead = () => Object.assign(airtable.records.rec2, { Company: 'Typed meanwhile' });
		await runExample(host, id);
		Object.assign(airtable.records, filled({ own5: 'https://www.linkedin.com/in/test-fair-use' }));
		await runExample(host, id);
		const { rec1, rec2, rec3, rec4, rec5, ...own } = airtable.records;
		expect(rec1).toMatchObject({ Status: 'found', Company: expect.any(String) as string, 'Work Email': /@/ });
		expect(rec2).toMatchObject({ Status: 'not_found', Company: 'Typed meanwhile' });
		expect(rec3).toEqual({ Email: 'done@example.com', Status: 'found', Company: 'Typed' });
		expect(rec4).toMatchObject({ Status: 'skipped', Reason: expect.stringContaining('empty') as string });
		expect(rec5).toMatchObject({ Status: 'found', Company: rec1.Company, 'Work Email': rec1['Work Email'] });
		expect(Object.values(own)).toMatchObject(Array(5).fill(OWN));
		expect(new Set(Object.values(own).map(({ Status }) => Status))).toEqual(
			new Set(['found', 'not_found', 'skipped', 'invalid', 'deferred']),
		);
		expect(host.sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);

		delete airtable.records.own5;
		host.sandbox.ledger.clear();
		await runExample(host, id);
		expect(host.sandbox.ledger.summary().tokensCharged).toBe(0);
	});
});
