import { waitFor } from '../../../dev/n8n/instance/waitFor';
import type { Hosted } from '../support/hosted';

type Host = Pick<Hosted, 'rest'>;

const TIMEOUT_MS = 10_000;

const urlOf = ({ rest }: Host, path: string) => `${rest.url}/form/${path}`;
export const readPage = async (url: string): Promise<string> =>
	await (await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })).text();

/** Waits for a published form, which n8n opens a moment after it reports the workflow as active. @returns its page */
export async function openForm(host: Host, path: string): Promise<string> {
	const url = urlOf(host, path);
	const isThere = async () => ((await fetch(url).catch(() => undefined))?.ok === true ? true : undefined);
	await waitFor('The form', isThere);
	return await readPage(url);
}

/** Submits a form as a browser does. @param values of its fields, in order @returns n8n's reply */
export async function submitForm(host: Host, path: string, values: readonly string[]): Promise<unknown> {
	const body = new FormData();
	for (const [field, value] of values.entries()) body.set(`field-${field}`, value);
	return await (await fetch(urlOf(host, path), { method: 'POST', body })).json();
}
