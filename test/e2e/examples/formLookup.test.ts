import { personFor } from '../../../dev/sandbox/people';
import { eventually } from '../../../dev/n8n/instance/eventually';
import { startHosted, type Hosted } from '../support/hosted';
import { importInto, readExample } from '../support/example';

const ANSWER_MS = 10_000;

let host: Hosted;

const read = async (url: string): Promise<Response> => await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
/** @returns nothing where there is no answer, or none in time */
const readIfThere = async (url: string) => await read(url).catch(() => undefined);
const form = () => `${host.n8n.url}/form/identity-lookup`;

/** Fills the form in as a browser does, and reads the page that comes at its end. */
async function fillIn(email: string): Promise<string> {
	const body = new FormData();
	body.set('field-0', email);
	const answer = await fetch(form(), { method: 'POST', body });
	const { formWaitingUrl } = (await answer.json()) as { formWaitingUrl: string };
	// The page itself answers only once the workflow has got there; this is what n8n's own form asks meanwhile.
	const progress = formWaitingUrl.replace('?', '/n8n-execution-status?');
	await eventually('The end of the form', async () =>
		(await (await readIfThere(progress))?.text())?.trim() === 'form-waiting' ? true : undefined,
	);
	return await (await read(formWaitingUrl)).text();
}

beforeAll(async () => {
	host = await startHosted();
	await host.rest.activate(await importInto(host, readExample('form-lookup.json')));
	// n8n says that a workflow is active some moments before its form is there.
	await eventually('The form', async () => ((await readIfThere(form()))?.ok ? true : undefined));
});

afterAll(async () => await host?.stop());

it('asks for an e-mail address', async () => {
	const page = await (await read(form())).text();
	expect(page).toContain('E-mail Address');
	expect(page).toContain('Looks up the person behind an e-mail address.');
});

it('shows the person behind the address', async () => {
	const page = await fillIn('test-found@example.com');
	const { firstName, lastName, title } = personFor('linkedin:test-found', host.sandbox.settings().seed);
	expect(page).toContain(`<h1>${firstName} ${lastName}</h1>`);
	expect(page).toContain(title);
	expect(page).toContain('https://www.linkedin.com/in/test-found');
});

it.each([
	['a miss', 'test-not-found@example.com', 'Nobody is known by this address.'],
	['a typo', 'test-found at example.com', 'is not an e-mail address'],
])('says why there is nobody to show: %s', async (_what, email, why) => {
	const page = await fillIn(email);
	expect(page).toContain('<h1>Nobody to show</h1>');
	expect(page).toContain(why);
});
