import { field } from '../../../nodes/IdentityResolution/api/json';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/reading';
import { createService, type Service } from '../../../dev/sandbox/service';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { everyoneFound, nameOf, profileOf, type Script } from './fakeService';
import { accountWith, http, type Remaining } from '../api/replies';
import { START } from './virtualRun';

/** Returns the same reply to every request. */
export const always =
	(reply: () => Reply): Script =>
	() =>
		reply();

/** Returns this reply to the first request, and hits to all others. */
export const atFirst =
	(reply: () => Reply): Script =>
	(request) =>
		request.nth === 0 ? reply() : everyoneFound(request);

/** Returns this reply to requests with one of these people, and hits to all others. */
export const exceptFor =
	(names: readonly string[], reply: () => Reply): Script =>
	(request) =>
		request.inputs.some((input) => names.includes(nameOf(input))) ? reply() : everyoneFound(request);

/** Returns batches without echoes and without one row, so that no row can be matched. Single lookups are hits. */
export const unmatchable: Script = (request) =>
	request.inputs.length > 1
		? http(200, { results: request.inputs.slice(1).map(profileOf), status: 'ok', metadata: {} })
		: everyoneFound(request);

/** Replies like the script, but counts down the 5 h windows of the account. */
export function countingDown(
	{ records = 1_000_000, requests = 1_000_000, ...others }: Remaining,
	script: Script = everyoneFound,
): Script {
	return (request) => {
		if (request.tool.family === 'free') return accountWith(records, { ...others, requests });
		const reply = script(request);
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

/**
 * The rules of the sandbox in virtual time, with rolling windows and a refilling rate limit. Lookups are hits by
 * default.
 */
export function sandboxed(settings: SettingsPatch): { script: Script; service: Service } {
	const service = createService({ keys: [KEY], account: { unlimited: true }, ...settings });
	const script: Script = ({ tool, body, answered }) => {
		const request = { tool: tool.name, method: 'POST', headers: HEADERS, body: JSON.stringify(body) };
		return { is: 'http', ...service.handle(request, START + (answered?.at ?? 0)) };
	};
	return { script, service };
}

/** Settings with these limits of the enrichment windows. Other limits are high. */
export const windows = (records: number, requests = 1_000_000) => ({
	limits: { enrich: { records: { '5h': records, '1w': 1_000_000 }, requests: { '5h': requests } } },
});
