import { waitFor } from '../../../dev/n8n/instance/waitFor';
import type { Hosted } from '../support/hosted';

type Host = Pick<Hosted, 'rest'>;
type Headers = Record<string, string>;

const TIMEOUT_MS = 10_000;

/** @returns the header that a browser sends after the user has entered name and password */
export const basicAuth = ({ user, password }: { user: string; password: string }): Headers => ({
	authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

export const urlOf = ({ rest }: Host, path: string) => `${rest.url}/form/${path}`;
export const readPage = async (url: string, headers: Headers = {}): Promise<string> =>
	await (await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })).text();

/** Waits for a published form, which n8n opens a moment after it reports the workflow as active. @returns its page */
export async function openForm(host: Host, path: string, headers: Headers = {}): Promise<string> {
	const url = urlOf(host, path);
	const isThere = async () =>
		(await fetch(url, { headers }).catch(() => undefined))?.ok === true ? true : undefined;
	await waitFor('The form', isThere);
	return await readPage(url, headers);
}

/** Submits a form as a browser does. @param values of its fields, in order @returns n8n's reply */
export async function submitForm(
	host: Host,
	path: string,
	values: readonly string[],
	headers: Headers = {},
): Promise<unknown> {
	const body = new FormData();
	for (const [field, value] of values.entries()) body.set(`field-${field}`, value);
	return await (await fetch(urlOf(host, path), { method: 'POST', headers, body })).json();
}
