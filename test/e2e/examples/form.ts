import { waitFor } from '../../../dev/n8n/instance/waitFor';
import type { Hosted } from '../support/hosted';

type Host = Pick<Hosted, 'rest'>;

const urlOf = ({ rest }: Host, path: string) => `${rest.url}/form/${path}`;

/** Waits for a published form, which n8n opens a moment after it reports the workflow as active. */
export async function waitForForm(host: Host, path: string): Promise<void> {
	const isThere = async () =>
		(await fetch(urlOf(host, path)).catch(() => undefined))?.ok === true ? true : undefined;
	await waitFor('The form', isThere);
}

/** Submits a form as a browser does. @param values of its fields, in order */
export async function submitForm(host: Host, path: string, values: readonly string[]): Promise<void> {
	const body = new FormData();
	for (const [field, value] of values.entries()) body.set(`field-${field}`, value);
	await (await fetch(urlOf(host, path), { method: 'POST', body })).text();
}
