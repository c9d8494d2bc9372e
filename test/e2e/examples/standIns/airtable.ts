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
/** The only kind of formula that the stand-in understands: records with one of two fields, and with no status or one of some. */
const FORMULA = /^AND\(\{(\w+)\} & \{(\w+)\} != '', OR\((?:, )?((?:(?:, )?\{Status\} = '\w*')+)\)\)$/;
/** Airtable returns at most as many records in one reply. */
const PAGE = 100;

/** An Airtable base with one table, by record ID. */
export class Airtable implements StandIn {
	readonly host = 'api.airtable.com';
	readonly isAuthorized = bearer(TOKEN);

	/** Called after the workflow has read the records, as for a user who edits meanwhile. */
	onRead?: () => void;

	constructor(public records: Record<string, Fields>) {}

	readonly register: StandIn['register'] = (app) => {
		const path = `/v0/${BASE}/${TABLE}`;
		app.get<{ Querystring: { filterByFormula: string; offset?: string } }>(path, async ({ query }, reply) => {
			const [, one, other, statuses] = FORMULA.exec(query.filterByFormula) ?? [];
			if (statuses === undefined) return await reply.code(422).send({ error: { type: 'INVALID' } });
			const isMet = (fields: Fields) =>
				Boolean(fields[one] || fields[other]) && statuses.includes(`'${String(fields.Status ?? '')}'`);
			const left = Object.keys(this.records).filter((id) => isMet(this.records[id]));
			const from = Number(query.offset ?? 0);
			const records = left.slice(from, from + PAGE).map((id) => this.record(id));
			if (from === 0) this.onRead?.();
			return { records, ...(from + PAGE < left.length ? { offset: String(from + PAGE) } : {}) };
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
