import { connect, endOf, importExample, runExample, runFrom, sentKeys, withParameters } from '../support/example';
import { defaultSettings } from '../../../dev/sandbox/settings';
import { type Hosted, useHosted } from '../support/hosted';
import { HUBSPOT, HubSpot } from './standIns/hubspot';
import { PIPEDRIVE, Pipedrive } from './standIns/pipedrive';
import { Salesforce, SALESFORCE } from './standIns/salesforce';
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

describe('salesforce-leads.json', () => {
	const salesforce = new Salesforce((id) => id === 'refused');
	useStandIns(salesforce);
	const blank = { IsConverted: false, FirstName: null, Title: null, Enrichment_Status__c: null };
	const lead = (Email: string | null, own = {}) => ({ ...blank, LastName: 'Own', Company: 'Own Ltd', Email, ...own });
	const many = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, at) => [`lead-${at}`, lead(`lead-${at}@example.com`)]));
	const statuses = () => Object.values(salesforce.leads).map((one) => one.Enrichment_Status__c);
	const importConnected = async (maxTokens: number) => {
		const connected = await connect(host, SALESFORCE);
		const limited = withParameters({ 'Find business profiles': { options: { maxTokens } } });
		return await importExample(host, 'salesforce-leads.json', (file) => connected(limited(file)));
	};

	afterEach(() => {
		host.sandbox.configure(defaultSettings());
		host.sandbox.ledger.clear();
		salesforce.updates.splice(0);
	});

	it('fills gaps only, marks each lead with a result, and reports leads that Salesforce refuses', async () => {
		const found = 'test-found@example.com';
		salesforce.leads = {
			gaps: lead(found, { LastName: '[not provided]', Company: '[Not Provided]' }),
			own: lead(found, { FirstName: 'Own', Title: 'CEO', Company: 'unknown' }),
			refused: lead('refused@example.com'),
			missed: lead('test-not-found@example.com'),
			invalid: lead('no address'),
			failed: lead('test-invalid@example.com'),
			whole: lead(found, { Title: 'CEO' }),
			converted: lead(found, { IsConverted: true }),
			known: lead(found, { Enrichment_Status__c: 'not_found' }),
			withoutEmail: lead(null),
		};
		const id = await importConnected(500);
		const message =
			'Leads that Salesforce refused: 1, the first is refused. The error output of Update leads says why';
		expect(await endOf(host, id, 'Every night')).toEqual(['error', message]);
		const final = ['found', 'found', 'not_written', 'not_found', 'invalid'];
		expect(statuses()).toEqual([...final, null, null, null, 'not_found', null]);
		const { gaps, own } = salesforce.leads;
		for (const name of ['FirstName', 'LastName', 'Title', 'Company']) expect(gaps[name]).toMatch(/^[A-Z]\w+/);
		expect(own).toMatchObject({ FirstName: 'Own', LastName: 'Own', Title: 'CEO', Company: gaps.Company });
		const sent = Object.fromEntries(salesforce.updates.map(([name, body]) => [name, Object.keys(body)]));
		const STATUS = ['Enrichment_Status__c'];
		expect(sent).toMatchObject({ own: ['Company', ...STATUS], missed: STATUS, refused: STATUS });
		host.sandbox.ledger.clear();
		await runExample(host, id, 'Every night');
		expect(sentKeys(host)).toEqual(['email:test-invalid@example.com']);
	});

	it('looks up 10,050 leads in parts, the oldest first, up to Max Tokens', async () => {
		salesforce.leads = many(10_050);
		const id = await importConnected(50);
		for (const count of [50, 100]) {
			await runExample(host, id, 'Every night');
			expect([salesforce.updates.length, statuses().lastIndexOf('found')]).toEqual([count, count - 1]);
		}
		expect(host.sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 100, chargedMoreThanOnce: [] });
	});

	it.each([
		['a dead key', { keys: ['another'] }, 0, /key/],
		['an empty balance', { account: { tokens: 0 } }, 0, /balance/],
		['a balance for three leads', { account: { tokens: 3 } }, 3, /account: 7 \(insufficient_tokens\)/],
	])('fails the night after the write-back with %s', async (_cause, settings, written, message) => {
		salesforce.leads = many(10);
		host.sandbox.configure(settings);
		const end = await endOf(host, await importConnected(500), 'Every night');
		expect(end).toEqual(['error', expect.stringMatching(message)]);
		expect(statuses()).toEqual(Array.from({ length: 10 }, (_, at) => (at < written ? 'found' : null)));
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
