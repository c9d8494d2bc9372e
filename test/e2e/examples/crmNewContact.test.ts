import { startHosted, type Hosted } from '../support/hosted';
import { importInto, readExample, runExample } from '../support/example';
import { START, startStandIns, withStandIns, type StandIns } from './standIns';

/** Contacts as HubSpot gives them: a field that is empty is left out. */
const CONTACTS: Record<string, Record<string, { value: string }>> = {
	1: { email: { value: 'test-found@example.com' } },
	2: { email: { value: 'test-not-found@example.com' }, firstname: { value: 'Nell' } },
	3: { email: { value: 'no address' } },
	4: {
		email: { value: 'TEST-FOUND@example.com' },
		firstname: { value: 'Typed' },
		jobtitle: { value: 'By a colleague' },
	},
	5: {},
};

let host: Hosted;
let hubspot: StandIns;
let id: string;

const updates = () =>
	hubspot.calls
		.filter(({ node }) => node === 'Update Contact')
		.map(({ parameters }) => ({
			email: parameters.email,
			fields: parameters.additionalFields as Record<string, string>,
		}));

beforeAll(async () => {
	host = await startHosted();
	hubspot = await startStandIns({
		'New Contact': () =>
			Object.keys(CONTACTS).map((contactId) => ({
				contactId: Number(contactId),
				subscriptionType: 'contact.creation',
			})),
		'Read Contact': ({ parameters }) => {
			const { value } = parameters.contactId as { value: number };
			return { vid: value, properties: CONTACTS[value] };
		},
		'Update Contact': () => ({ ok: true }),
	});
	id = await importInto(host, withStandIns(readExample('crm-new-contact.json'), hubspot));
	await runExample(host, id, START);
});

afterAll(async () => {
	await hubspot?.close();
	await host?.stop();
});

it('updates only the contacts that somebody was found for', () => {
	expect(
		updates()
			.map(({ email }) => email)
			.sort(),
	).toEqual(['TEST-FOUND@example.com', 'test-found@example.com']);
});

it('fills what is empty in the CRM with what was found', () => {
	const [{ fields }] = updates().filter(({ email }) => email === 'test-found@example.com');
	expect(Object.keys(fields).sort()).toEqual(['companyName', 'firstName', 'jobTitle', 'lastName', 'linkedinUrl']);
	for (const value of Object.values(fields)) expect(value).toMatch(/./);
});

it('leaves alone what somebody has typed there', () => {
	const [typed] = updates().filter(({ email }) => email === 'TEST-FOUND@example.com');
	expect(typed.fields).toMatchObject({ firstName: 'Typed', jobTitle: 'By a colleague' });
	expect(typed.fields.companyName).toMatch(/./);
});

it('asks for one person once, and for typos and blanks not at all', () => {
	expect(host.sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 1, chargedMoreThanOnce: [] });
	expect(host.sandbox.ledger.requests().filter(({ tool }) => tool !== 'get_account')).toHaveLength(2);
});
