import { connect, importExample, runExample, runFrom, sentKeys } from '../support/example';
import { type Hosted, useHosted } from '../support/hosted';
import { HUBSPOT, HubSpot } from './standIns/hubspot';
import { PIPEDRIVE, Pipedrive } from './standIns/pipedrive';
import { SALESFORCE, Salesforce } from './standIns/salesforce';
import { useStandIns } from './standIns/standIns';

const host = useHosted();

/** Expects that the person with the address of the test is paid for once, however many rows name them. */
function expectOneCharge({ sandbox }: Hosted): void {
	expect(sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 1, chargedMoreThanOnce: [] });
	sandbox.ledger.clear();
}

describe('hubspot-new-contact.json', () => {
	const hubspot = new HubSpot({
		1: { email: 'test-found@example.com' },
		2: { email: 'test-not-found@example.com', firstname: 'Nell' },
		3: { email: 'no address' },
		4: { email: 'TEST-FOUND@example.com', firstname: 'Typed', jobtitle: 'By a colleague' },
		5: { lastname: 'No Address' },
	});
	useStandIns(hubspot);

	it('fills the empty fields of found contacts and changes nothing else', async () => {
		const before = structuredClone(hubspot.contacts);
		const id = await importExample(host, 'hubspot-new-contact.json', await connect(host, HUBSPOT));
		const events = Object.keys(before).map((contactId) => ({ contactId: Number(contactId) }));
		expect(await runFrom(host, id, 'New contact', events)).toMatchObject({ status: 'success' });
		expect(hubspot.updates).toEqual({ 1: 1, 4: 1 });
		const { contacts } = hubspot;
		expect(contacts).toMatchObject(before);
		for (const name of ['firstname', 'lastname', 'jobtitle', 'company']) expect(contacts[1][name]).toMatch(/\w/);
		expect(contacts[4].lastname).toBe(contacts[1].lastname);
		expectOneCharge(host);
	});
});

describe('hubspot-backfill.json', () => {
	/** HubSpot returns a hundred contacts at a time. */
	const PAGE = 100;
	const UNKNOWN_ADDRESS = 'test-not-found@example.com';
	const hubspot = new HubSpot({
		1: { email: 'test-found@example.com', firstname: 'Typed' },
		2: { email: UNKNOWN_ADDRESS },
		3: { email: 'ada@example.com', jobtitle: 'CEO' },
		4: { lastname: 'No Address' },
		...Object.fromEntries(Array.from({ length: PAGE }, (_, place) => [10 + place, { email: UNKNOWN_ADDRESS }])),
		999: { email: 'TEST-found@example.com' },
	});
	useStandIns(hubspot);

	it('looks up all contacts without a job title, also behind a page of misses, and fills their empty fields', async () => {
		const before = structuredClone(hubspot.contacts);
		const id = await importExample(host, 'hubspot-backfill.json', await connect(host, HUBSPOT));
		await runExample(host, id, 'Every night');
		expect(hubspot.updates).toEqual({ 1: 1, 999: 1 });
		expect(hubspot.contacts).toMatchObject(before);
		expect(hubspot.contacts[1].jobtitle).toMatch(/\w/);
		expect(sentKeys(host).sort()).toEqual(['email:test-found@example.com', 'email:test-not-found@example.com']);
		expectOneCharge(host);
	});
});

describe('salesforce-leads.json', () => {
	const lead = { Company: 'Example', Website: null, Title: null, Status: 'Open - Not Contacted' };
	const salesforce = new Salesforce({
		L1: { ...lead, Email: 'test-found@example.com' },
		L2: { ...lead, Email: 'test-not-found@example.com' },
		L3: { ...lead, Email: 'ada@example.com', Title: 'CEO' },
		L4: { ...lead, Email: 'bea@example.com', Status: 'Closed' },
		L5: { ...lead, Email: null },
		L6: { ...lead, Email: 'test-found@example.com', Website: 'https://www.example.org' },
	});
	useStandIns(salesforce);

	it('adds title and website to open leads without a title', async () => {
		const id = await importExample(host, 'salesforce-leads.json', await connect(host, SALESFORCE));
		await runExample(host, id, 'Every night');
		const { leads, updated } = salesforce;
		expect(updated.sort()).toEqual(['L1', 'L6']);
		expect(leads.L1).toMatchObject({
			Title: expect.any(String) as string,
			Website: expect.stringMatching(/\./) as string,
		});
		expect(leads.L6).toMatchObject({ Title: leads.L1.Title, Website: 'https://www.example.org' });
		expect(sentKeys(host).sort()).toEqual(['email:test-found@example.com', 'email:test-not-found@example.com']);
		expectOneCharge(host);
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
