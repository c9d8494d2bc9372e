import { connect, endOf, importExample, runExample, runFrom, sentKeys, withParameters } from '../support/example';
import { defaultSettings, type SettingsPatch } from '../../../dev/sandbox/settings';
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

/** What ends a run of ten rows: settings of the account, rows with a result, the message of the execution. */
const REFUSALS: ReadonlyArray<[cause: string, settings: SettingsPatch, found: number, message: RegExp]> = [
	['a dead key', { keys: ['another'] }, 0, /key/],
	['an empty balance', { account: { tokens: 0 } }, 0, /balance/],
	['a balance for three', { account: { tokens: 3 } }, 3, /account: 7 \(insufficient_tokens\)/],
];

describe('hubspot-backfill.json', () => {
	const FOUND = 'test-found@example.com';
	const hubspot = new HubSpot({}, (id) => id === 'refused');
	useStandIns(hubspot);
	let id: string;
	const many = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, at) => [`c-${at}`, { email: `many-${at}@example.com` }]));
	const statuses = () => Object.values(hubspot.contacts).map(({ enrichment_status: status }) => status);

	beforeAll(async () => {
		const connected = await connect(host, HUBSPOT);
		const fast = { batching: { batch: { batchSize: 50, batchInterval: 1 } } };
		const chosen = withParameters({ 'Update contacts': { options: fast } });
		id = await importExample(host, 'hubspot-backfill.json', (file) => connected(chosen(file)));
	});

	afterEach(() => {
		host.sandbox.configure(defaultSettings());
		host.sandbox.ledger.clear();
	});

	it('fills gaps by ID, marks each contact with a result, and reports contacts that HubSpot refuses', async () => {
		hubspot.contacts = {
			own: { email: FOUND, firstname: 'Own' },
			gaps: { email: FOUND.toUpperCase() },
			refused: { email: FOUND },
			missed: { email: 'test-not-found@example.com', firstname: 'Nell' },
			invalid: { email: 'no address' },
			failed: { email: 'test-invalid@example.com' },
			titled: { email: FOUND, jobtitle: 'CEO' },
			known: { email: FOUND, enrichment_status: 'not_found' },
			withoutEmail: { lastname: 'No Address' },
		};
		const before = structuredClone(hubspot.contacts);
		const message =
			'Contacts that HubSpot refused: 1, the first is refused. The error output of Update contacts says why';
		expect(await endOf(host, id, 'Every night')).toEqual(['error', message]);
		const { own, gaps, missed } = hubspot.contacts;
		const final = ['found', 'found', 'not_written', 'not_found', 'invalid'];
		expect(statuses()).toEqual([...final, undefined, undefined, 'not_found', undefined]);
		expect(hubspot.contacts).toMatchObject(before);
		for (const name of ['firstname', 'lastname', 'jobtitle', 'company']) expect(gaps[name]).toMatch(/\w/);
		expect(own.lastname).toBe(gaps.lastname);
		expect(missed).toEqual({ ...before.missed, enrichment_status: 'not_found' });
		expectOneCharge(host);
		await runExample(host, id, 'Every night');
		expect(sentKeys(host)).toEqual(['email:test-invalid@example.com']);
	});

	it('looks up the 1,000 oldest of 10,050 contacts, up to Max Tokens, in ten pages', async () => {
		hubspot.contacts = many(10_050);
		hubspot.pages = 0;
		await runExample(host, id, 'Every night');
		expect([hubspot.pages, statuses().filter(Boolean).length]).toEqual([10, 500]);
		expect(statuses().lastIndexOf('found')).toBe(499);
		expect(host.sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 500, chargedMoreThanOnce: [] });
	});

	it.each(REFUSALS)('fails the night after the write-back with %s', async (_cause, settings, found, message) => {
		hubspot.contacts = many(10);
		host.sandbox.configure(settings);
		expect(await endOf(host, id, 'Every night')).toEqual(['error', expect.stringMatching(message)]);
		expect(statuses()).toEqual(Array.from({ length: 10 }, (_, at) => (at < found ? 'found' : undefined)));
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

	it.each(REFUSALS)('fails the night after the write-back with %s', async (_cause, settings, written, message) => {
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
		const connected = await connect(host, PIPEDRIVE);
		const impatient = withParameters({ 'Find business profile': { options: { maxWait: 1 } } });
		const id = await importExample(host, 'pipedrive-new-person.json', (file) => connected(impatient(file)));
		const people = [added(1, 'test-found@example.com'), added(2, 'test-not-found@example.com'), added(3)];
		expect(await runFrom(host, id, 'New person', people)).toMatchObject({ status: 'success' });
		const content = expect.stringMatching(/^<b>\w+ \w+<\/b><br>.+<br>https:\/\/www\.linkedin/) as string;
		expect(pipedrive.notes).toEqual([{ person_id: 1, content }]);
		expectOneCharge(host);
		const later = await runFrom(host, id, 'New person', [added(7, 'test-fair-use@example.com')]);
		expect([later.status, later.error?.message]).toEqual([
			'error',
			expect.stringMatching(/^The person 7 was not looked up: fair_use/),
		]);
		host.sandbox.configure({ keys: ['another'] });
		const dead = await runFrom(host, id, 'New person', [added(8, 'test-found@example.com')]);
		expect([dead.status, dead.error?.message]).toEqual(['error', expect.stringMatching(/key/)]);
	});
});
