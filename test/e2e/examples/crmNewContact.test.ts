import { importExample, runExample } from '../support/example';
import { useHosted } from '../support/hosted';
import { START, useStandIns } from './standIns';

/** HubSpot omits empty fields. */
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

const host = useHosted();
const hubspot = useStandIns({
	'New Contact': () =>
		Object.keys(CONTACTS).map((id) => ({ contactId: Number(id), subscriptionType: 'contact.creation' })),
	'Read Contact': ({ parameters }) => {
		const { value } = parameters.contactId as { value: number };
		return { vid: value, properties: CONTACTS[value] };
	},
	'Update Contact': () => ({ ok: true }),
});

/** The fields of each updated contact, by its e-mail. */
const updates = () =>
	Object.fromEntries(
		hubspot.calls
			.filter(({ node }) => node === 'Update Contact')
			.map(({ parameters }) => [String(parameters.email), parameters.additionalFields as Record<string, string>]),
	);

beforeAll(async () => {
	await runExample(host, await importExample(host, 'crm-new-contact.json', hubspot.replaceIn), START);
});

it('updates only found contacts, and fills only their empty fields', () => {
	const { 'test-found@example.com': empty, 'TEST-FOUND@example.com': typed, ...others } = updates();
	expect(others).toEqual({});
	expect(Object.keys(empty).sort()).toEqual(['companyName', 'firstName', 'jobTitle', 'lastName', 'linkedinUrl']);
	for (const value of Object.values(empty)) expect(value).toMatch(/./);
	expect(typed).toMatchObject({ firstName: 'Typed', jobTitle: 'By a colleague', companyName: empty.companyName });
});

it('looks each person up once, and skips typos and blanks', () => {
	expect(host.sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 1, chargedMoreThanOnce: [] });
	expect(host.sandbox.ledger.requests().filter(({ tool }) => tool !== 'get_account')).toHaveLength(2);
});
