import type { OtherCredential } from '../../support/example';
import { bearer, type StandIn } from './standIns';

const TOKEN = 'airtable-made-up';
export const AIRTABLE: OtherCredential[] = [
	{ nodeType: 'n8n-nodes-base.airtable', type: 'airtableTokenApi', data: { accessToken: TOKEN } },
];
export const BASE = 'appMadeUp';
export const TABLE = 'tblMadeUp';

type Fields = Record<string, unknown>;
const CREATED = '2026-01-01T00:00:00.000Z';
/** The only kind of formula that the stand-in understands: records with none of some statuses. */
const OTHER_THAN = /\{Status\} != '(\w+)'/g;

/** An Airtable base with one table, by record ID. */
export class Airtable implements StandIn {
	readonly host = 'api.airtable.com';
	readonly isAuthorized = bearer(TOKEN);

	/** Called after the workflow has read the records, as for a user who edits meanwhile. */
	onRead?: () => void;

	constructor(readonly records: Record<string, Fields>) {}

	readonly register: StandIn['register'] = (app) => {
		const path = `/v0/${BASE}/${TABLE}`;
		app.get<{ Querystring: { filterByFormula: string } }>(path, async ({ query }, reply) => {
			const final = Array.from(query.filterByFormula.matchAll(OTHER_THAN), ([, status]) => status);
			if (final.length === 0) return await reply.code(422).send({ error: { type: 'INVALID' } });
			const left = Object.keys(this.records).filter((id) => !final.includes(String(this.records[id].Status)));
			const records = left.map((id) => this.record(id));
			this.onRead?.();
			return { records };
		});
		app.patch<{ Body: { records: Array<{ id: string; fields: Fields }> } }>(path, ({ body }) => {
			for (const { id, fields } of body.records) Object.assign(this.records[id], fields);
			return { records: body.records.map(({ id }) => this.record(id)) };
		});
	};

	private record(id: string) {
		// Airtable omits empty fields.
		const fields = Object.entries(this.records[id]).filter(([, value]) => value !== '' && value !== null);
		return { id, createdTime: CREATED, fields: Object.fromEntries(fields) };
	}
}
