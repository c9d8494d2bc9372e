import { connect, importExample, runExample, runFrom, sentKeys } from '../support/example';
import { type Hosted, useHosted } from '../support/hosted';
import { HUBSPOT, HubSpot } from './standIns/hubspot';
import { PIPEDRIVE, Pipedrive } from './standIns/pipedrive';
import { useStandIns } from './standIns/standIns';

const host = useHosted();

/** Expects that the person with the address of the test is paid for once, however many rows name them. */
function expectOneCharge({ sandbox }: Hosted): void {
	expect(sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 1, chargedMoreThanOnce: [] });
	sandbox.ledger.clear();
}

describe('hubspot-backfill.json', () => {
	/** HubSpot returns a hundred contacts at a time. */
	const PAGE = 100;
	const UNKNOWN_ADDRESS = 'test-not-found@example.com';
	const hubspot = new HubSpot({
		1: { email: 'test-found@example.com', firstname: 'Typed' },
		2: { email: UNKNOWN_ADDRESS, firstname: 'Nell' },
		3: { email: 'ada@example.com', jobtitle: 'CEO' },
		4: { lastname: 'No Address' },
		5: { email: 'test-insufficient-tokens@example.com' },
		6: { email: 'found-without-title@example.com', enrichment_status: 'found' },
		...Object.fromEntries(
			Array.from({ length: PAGE }, (_, place) => [10 + place, { email: 'no address', lastname: String(place) }]),
		),
		999: { email: 'TEST-found@example.com' },
	});
	useStandIns(hubspot);
	let id: string;

	beforeAll(async () => {
		id = await importExample(host, 'hubspot-backfill.json', await connect(host, HUBSPOT));
	});

	it('fills the empty fields of all contacts without a job title, and marks them as answered', async () => {
		const before = structuredClone(hubspot.contacts);
		await runExample(host, id, 'Every night');
		const { contacts } = hubspot;
		expect(hubspot.updates).toEqual({ 1: 1, 2: 1, 999: 1 });
		expect(contacts).toMatchObject(before);
		for (const name of ['firstname', 'lastname', 'jobtitle', 'company']) expect(contacts[999][name]).toMatch(/\w/);
		expect(contacts[1].lastname).toBe(contacts[999].lastname);
		expect(contacts[2]).toEqual({ ...before[2], enrichment_status: 'not_found' });
		expect([contacts[1].enrichment_status, contacts[5].enrichment_status]).toEqual(['found', undefined]);
		expectOneCharge(host);
	});

	it('looks up only contacts without an answer in the second night', async () => {
		await runExample(host, id, 'Every night');
		expect(new Set(sentKeys(host))).toEqual(new Set(['email:test-insufficient-tokens@example.com']));
		host.sandbox.ledger.clear();
	});
});

describe('pipedrive-new-person.json', () => {
	const pipedrive = new Pipedrive();
	useStandIns(pipedrive);
	const added = (id: number, ...emails: string[]) => ({ data: { id, emails: emails.map((value) => ({ value })) } });

	it('adds a note to each new person who is found', async () => {
		const id = await importExample(host, 'pipedrive-new-person.json', await connect(host, PIPEDRIVE));
		const people = [added(1, 'test-found@example.com'), added(2, 'test-not-found@example.com'), added(3)];
		expect(await runFrom(host, id, 'New person', people)).toMatchObject({ status: 'success' });
		const content = expect.stringMatching(/^<b>\w+ \w+<\/b><br>.+<br>https:\/\/www\.linkedin/) as string;
		expect(pipedrive.notes).toEqual([{ person_id: 1, content }]);
		expectOneCharge(host);
	});
});
