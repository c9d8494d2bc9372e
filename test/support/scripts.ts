import { field } from '../../nodes/IdentityResolution/api/json';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import { createService, type Service } from '../../dev/sandbox/service';
import type { SettingsPatch } from '../../dev/sandbox/settings';
import { everyoneFound, nameOf, profileOf, type Script } from './fakeService';
import { accountWith, http, type Left } from './replies';
import { START } from './virtualRun';

/** Every request is answered alike. */
export const always =
	(reply: () => Reply): Script =>
	() =>
		reply();

/** The first request is answered so, every other one by finding everyone. */
export const atFirst =
	(reply: () => Reply): Script =>
	(asked) =>
		asked.nth === 0 ? reply() : everyoneFound(asked);

/** Everyone is found, except where a request carries one of these. */
export const exceptFor =
	(names: readonly string[], reply: () => Reply): Script =>
	(asked) =>
		asked.inputs.some((input) => names.includes(nameOf(input))) ? reply() : everyoneFound(asked);

/** Batches are answered by a list without echoes that is one row short: nobody can tell whose row is missing. Who goes alone is found. */
export const unmatchable: Script = (asked) =>
	asked.inputs.length > 1
		? http(200, { results: asked.inputs.slice(1).map(profileOf), status: 'ok', metadata: {} })
		: everyoneFound(asked);

/** An account that counts down what is taken from its 5 h windows, and in everything else does as the script says. */
export function countingDown(
	{ records = 1_000_000, requests = 1_000_000, ...besides }: Left,
	script: Script = everyoneFound,
): Script {
	return (asked) => {
		if (asked.tool.family === 'free') return accountWith(records, { ...besides, requests });
		const reply = script(asked);
		if (reply.is === 'http' && reply.status === 200) {
			requests -= 1;
			records -= hitsIn(reply.body);
		}
		return reply;
	};
}

function hitsIn(body: unknown): number {
	const results = field(body, 'results');
	const rows: unknown[] = Array.isArray(results) ? results : [body];
	return rows.filter((row) => field(row, 'status') === 'ok').length;
}

const KEY = 'sandbox_testkey001';
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'test', authorization: `Bearer ${KEY}` };

/** The sandbox's own rules on a run's time, with windows that roll and a guard that gains: everyone is found, unless told otherwise. */
export function sandboxed(settings: SettingsPatch): { script: Script; service: Service } {
	const service = createService({ keys: [KEY], account: { unlimited: true }, ...settings });
	const script: Script = ({ tool, body, answered }) => {
		const request = { tool: tool.name, method: 'POST', headers: HEADERS, body: JSON.stringify(body) };
		return { is: 'http', ...service.handle(request, START + (answered?.at ?? 0)) };
	};
	return { script, service };
}

/** Limits of the enrichment windows, wide where nothing is said. */
export const windows = (records: number, requests = 1_000_000) => ({
	limits: { enrich: { records: { '5h': records, '1w': 1_000_000 }, requests: { '5h': requests } } },
});
