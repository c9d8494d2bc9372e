import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { personFor } from '../../../dev/sandbox/people';
import { importExample } from '../support/example';
import { useHosted } from '../support/hosted';
import { openForm, readPage, submitForm } from './form';

const FORM = 'identity-lookup';

const host = useHosted();

/** Submits the form as a browser does. @returns the page at its end */
async function submit(email: string): Promise<string> {
	const { formWaitingUrl } = (await submitForm(host, FORM, [email])) as { formWaitingUrl: string };
	// n8n's own form polls this address too, as the page itself answers only at the end of the workflow.
	const progress = formWaitingUrl.replace('?', '/n8n-execution-status?');
	await waitFor('The end of the form', async () =>
		(await readPage(progress).catch(() => '')).trim() === 'form-waiting' ? true : undefined,
	);
	return await readPage(formWaitingUrl);
}

beforeAll(async () => await host.rest.activate(await importExample(host, 'form-lookup.json')));

it('shows a form for an e-mail address', async () => {
	const page = await openForm(host, FORM);
	expect(page).toContain('E-mail Address');
	expect(page).toContain('Looks up the person behind an e-mail address.');
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
	['a typo', 'test-found at example.com', 'is not an e-mail address'],
])('shows the reason for %s', async (_what, email, reason) => {
	const page = await submit(email);
	expect(page).toContain('<h1>No person found</h1>');
	expect(page).toContain(reason);
});
