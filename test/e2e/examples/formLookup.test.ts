import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { personFor } from '../../../dev/sandbox/people';
import { importExample } from '../support/example';
import { useHosted } from '../support/hosted';

const TIMEOUT_MS = 10_000;

const host = useHosted();

const read = async (url: string) => await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
const readIfThere = async (url: string) => await read(url).catch(() => undefined);
const form = () => `${host.rest.url}/form/identity-lookup`;

/** Submits the form as a browser does. @returns the page at its end */
async function submit(email: string): Promise<string> {
	const body = new FormData();
	body.set('field-0', email);
	const answer = await fetch(form(), { method: 'POST', body });
	const { formWaitingUrl } = (await answer.json()) as { formWaitingUrl: string };
	// n8n's own form polls this address too, as the page itself answers only at the end of the workflow.
	const progress = formWaitingUrl.replace('?', '/n8n-execution-status?');
	await waitFor('The end of the form', async () =>
		(await (await readIfThere(progress))?.text())?.trim() === 'form-waiting' ? true : undefined,
	);
	return await (await read(formWaitingUrl)).text();
}

beforeAll(async () => {
	await host.rest.activate(await importExample(host, 'form-lookup.json'));
	// n8n opens the form a moment after it reports the workflow as active.
	await waitFor('The form', async () => ((await readIfThere(form()))?.ok ? true : undefined));
});

it('shows a form for an e-mail address', async () => {
	const page = await (await read(form())).text();
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
	['a miss', 'test-not-found@example.com', 'Nobody is known by this address.'],
	['a typo', 'test-found at example.com', 'is not an e-mail address'],
])('shows the reason for %s', async (_what, email, reason) => {
	const page = await submit(email);
	expect(page).toContain('<h1>Nobody to show</h1>');
	expect(page).toContain(reason);
});
