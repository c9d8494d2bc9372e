import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { personFor } from '../../../dev/sandbox/people';
import { connect, importExample } from '../support/example';
import { useHosted } from '../support/hosted';
import { basicAuth, openForm, readPage, submitForm, urlOf } from './form';

const FORM = 'identity-lookup';
const LOGIN = { user: 'made-up', password: 'made-up-password' };
const AUTHORIZED = basicAuth(LOGIN);

const host = useHosted();

/** Submits the form as a browser does. @returns the page at its end */
async function submit(email: string): Promise<string> {
	const { formWaitingUrl } = (await submitForm(host, FORM, [email], AUTHORIZED)) as { formWaitingUrl: string };
	// n8n's own form polls this address too, as the page itself answers only at the end of the workflow.
	const progress = formWaitingUrl.replace('?', '/n8n-execution-status?');
	await waitFor('The end of the form', async () =>
		(await readPage(progress).catch(() => '')).trim() === 'form-waiting' ? true : undefined,
	);
	return await readPage(formWaitingUrl);
}

beforeAll(async () => {
	const login = { nodeType: 'n8n-nodes-base.formTrigger', type: 'httpBasicAuth', data: LOGIN };
	await host.rest.activate(await importExample(host, 'form-lookup.json', await connect(host, [login])));
	await openForm(host, FORM, AUTHORIZED);
});

it('shows a form for an email address', async () => {
	const page = await openForm(host, FORM, AUTHORIZED);
	expect(page).toContain('Email Address');
	expect(page).toContain('Looks up the person behind an email address.');
});

it.each([
	['without a password', {}],
	['with another password', basicAuth({ ...LOGIN, password: 'another' })],
])('refuses a visitor %s', async (_what, headers) => {
	const url = urlOf(host, FORM);
	expect((await fetch(url, { headers })).status).toBe(401);
	const body = new FormData();
	body.set('field-0', 'test-found@example.com');
	expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(401);
	expect(host.sandbox.ledger.requests()).toEqual([]);
});

it('shows the person behind the address', async () => {
	const page = await submit('test-found@example.com');
	const { firstName, lastName, title } = personFor('linkedin:test-found', host.sandbox.settings().seed);
	expect(page).toContain(`<h1>${firstName} ${lastName}</h1>`);
	expect(page).toContain(title);
	expect(page).toContain('https://www.linkedin.com/in/test-found');
});

it.each([
	['a miss', 'test-not-found@example.com', 'The service has no person with this address.'],
	['a typo', 'test-found at example.com', 'is not an email address'],
])('shows the reason for %s', async (_what, email, reason) => {
	const page = await submit(email);
	expect(page).toContain('<h1>No person found</h1>');
	expect(page).toContain(reason);
});

it('shows what the visitor typed as text', async () => {
	const page = await submit('<a href="https://example.com">ada</a>');
	expect(page).toContain('&lt;a href=');
	expect(page).not.toContain('<a href="https://example.com"');
});
