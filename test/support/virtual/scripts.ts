import type { Reply } from '../../../nodes/IdentityResolution/api/replies/httpReply';
import { createService, type Service } from '../../../dev/sandbox/service';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { everyoneFound, nameOf, profileOf, type Script } from './fakeService';
import { http } from '../api/replies';
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

/** Replies to lookups like the script. The account has enough of everything. */
export const forLookups =
	(script: Script): Script =>
	(request) =>
		request.tool.family === 'free' ? everyoneFound(request) : script(request);

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
