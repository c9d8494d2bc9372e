import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod/v4';
import { TEST_IDENTIFIERS } from '../rules/testIdentifiers';
import type { Service } from '../service';
import { SettingsError, type SettingsPatch } from '../settings';

const clockBody = z.strictObject({ advance: z.number().min(0) });
const ledgerQuery = z.object({ part: z.literal('summary').optional() });

/** The control API as lines for a terminal. @param origin such as http://127.0.0.1:4010 */
export function controlApiLines(origin: string): string[] {
	return [
		['GET or DELETE', 'ledger', 'requests and charges; ?part=summary for the summary alone'],
		['GET or PATCH', 'settings', 'a patch in JSON, such as {"hitRate": 0.5}'],
		['POST', 'clock', '{"advance": <ms>}'],
		['GET', 'test-identifiers', 'the list above'],
	].map(([methods, path, what]) => `  ${methods.padEnd(13)}  ${origin}/_sandbox/${path.padEnd(16)}  ${what}`);
}

/**
 * Adds the control API of the sandbox, which is not part of the contract: the routes of `controlApiLines`, all JSON. A
 * malformed query or body gets 400 and a message.
 * @param advance moves the clock ahead by ms and returns the new time in epoch ms
 */
export function addControlApi(app: FastifyInstance, service: Service, advance: (ms: number) => number): void {
	const { ledger } = service;
	app.get('/_sandbox/ledger', (request, reply) => {
		const query = ledgerQuery.safeParse(request.query);
		if (!query.success) return refuse(reply, 'part can only be summary');
		const summary = ledger.summary();
		if (query.data.part) return send(reply, { summary });
		return send(reply, { summary, requests: ledger.requests(), charges: ledger.charges() });
	});
	app.delete('/_sandbox/ledger', (_request, reply) => {
		ledger.clear();
		return send(reply, { summary: ledger.summary() });
	});
	app.get('/_sandbox/settings', (_request, reply) => send(reply, service.settings()));
	app.patch('/_sandbox/settings', (request, reply) => {
		const patch = parse(request.body);
		if (patch === undefined) return refuse(reply, 'the body is not JSON');
		try {
			service.configure(patch as SettingsPatch);
		} catch (error) {
			if (error instanceof SettingsError) return refuse(reply, error.message);
			throw error;
		}
		return send(reply, service.settings());
	});
	app.post('/_sandbox/clock', (request, reply) => {
		const body = clockBody.safeParse(parse(request.body));
		if (!body.success) return refuse(reply, 'the body must be {"advance": <milliseconds, not negative>}');
		return send(reply, { now: new Date(advance(body.data.advance)).toISOString() });
	});
	const identifiers = TEST_IDENTIFIERS.map(({ name, description }) => ({ name, description }));
	app.get('/_sandbox/test-identifiers', (_request, reply) => send(reply, identifiers));
}

const send = (reply: FastifyReply, body: unknown) =>
	reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));

const refuse = (reply: FastifyReply, error: string) => send(reply.code(400), { error });

function parse(body: unknown): unknown {
	try {
		return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
	} catch {
		return undefined;
	}
}
