import type { Access } from '../ground/session';
import type { Job } from '../job';
import type { Step } from './contender';

export const HTTP_REQUEST = 'HTTP Request';
export const EDIT_FIELDS = 'Edit Fields';

/** A field that Edit Fields makes. `type` is as the editor offers it, `value` an expression. */
export interface Field {
	name: string;
	type: 'string' | 'number';
	value: string;
}

/** n8n's own HTTP Request, which asks the service for one row at a time. @param cell expression of what is looked up @param options of its own collection */
export const httpRequest = (
	{ tool, field }: Job,
	{ baseUrl, header }: Access,
	cell: string,
	options: Record<string, unknown> = {},
): Step => ({
	name: HTTP_REQUEST,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.5,
	parameters: {
		method: 'POST',
		url: `${baseUrl}/${tool}`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		sendBody: true,
		bodyParameters: { parameters: [{ name: field, value: cell }] },
		options,
	},
	credentials: { httpHeaderAuth: header },
});

/** n8n's own Edit Fields, which makes of an answer what is written back to the sheet. */
export const editFields = (fields: readonly Field[]): Step => ({
	name: EDIT_FIELDS,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.5,
	parameters: { assignments: { assignments: fields.map((field) => ({ id: field.name, ...field })) }, options: {} },
});

/** n8n's own Wait. @param amount seconds, as a number or an expression */
export const wait = (name: string, amount: number | string): Step => ({
	name,
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { amount },
});
