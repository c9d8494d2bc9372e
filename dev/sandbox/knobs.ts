import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod/v4';
import type { Service } from './service';
import { SettingsError, type SettingsPatch } from './settings';
import { TEST_IDENTIFIERS } from './testIdentifiers';

/** What the knobs turn. `advance` moves the clock ahead by ms and returns the new time, epoch ms. */
export interface Knobs {
	service: Service;
	advance(ms: number): number;
}

const clockBody = z.strictObject({ advance: z.number().min(0) });
const ledgerQuery = z.object({ part: z.literal('summary').optional() });

/** The knobs as lines for a terminal. @param origin such as http://127.0.0.1:4010 */
export function knobLines(origin: string): string[] {
	return [
		['GET or DELETE', 'ledger', 'requests and charges; ?part=summary for the summary alone'],
		['GET or PATCH', 'settings', 'a patch in JSON, such as {"hitRate": 0.5}'],
		['POST', 'clock', '{"advance": <ms>}'],
		['GET', 'test-identifiers', 'the list above'],
	].map(([methods, knob, what]) => `  ${methods.padEnd(13)}  ${origin}/_sandbox/${knob.padEnd(16)}  ${what}`);
}

/**
 * The knobs of the sandbox over HTTP, all JSON, none of them part of the contract:
 * `GET` and `DELETE /_sandbox/ledger` (`?part=summary` for the summary alone), `GET` and `PATCH /_sandbox/settings`,
 * `POST /_sandbox/clock` with `{"advance": ms}`, `GET /_sandbox/test-identifiers`. A body that can't be gets 400 and a message.
 */
export function addKnobs(app: FastifyInstance, { service, advance }: Knobs): void {
	app.get('/_sandbox/ledger', (request, reply) => {
		const query = ledgerQuery.safeParse(request.query);
		if (!query.success) return refuse(reply, 'part can only be summary');
		const { ledger } = service;
		const summary = ledger.summary();
		return json(
			reply,
			query.data.part ? { summary } : { summary, requests: ledger.requests(), charges: ledger.charges() },
		);
	});
	app.delete('/_sandbox/ledger', (_request, reply) => {
		service.ledger.clear();
		return json(reply, { summary: service.ledger.summary() });
	});
	app.get('/_sandbox/settings', (_request, reply) => json(reply, service.settings()));
	app.patch('/_sandbox/settings', (request, reply) => {
		const patch = parse(request.body);
		if (patch === undefined) return refuse(reply, 'the body is not JSON');
		try {
			service.configure(patch as SettingsPatch);
		} catch (error) {
			if (error instanceof SettingsError) return refuse(reply, error.message);
			throw error;
		}
		return json(reply, service.settings());
	});
	app.post('/_sandbox/clock', (request, reply) => {
		const body = clockBody.safeParse(parse(request.body));
		if (!body.success) return refuse(reply, 'the body must be {"advance": <milliseconds, not negative>}');
		return json(reply, { now: new Date(advance(body.data.advance)).toISOString() });
	});
	app.get('/_sandbox/test-identifiers', (_request, reply) =>
		json(
			reply,
			TEST_IDENTIFIERS.map(({ name, description }) => ({ name, description })),
		),
	);
}

const json = (reply: FastifyReply, body: unknown) =>
	reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));

const refuse = (reply: FastifyReply, error: string) => json(reply.code(400), { error });

function parse(body: unknown): unknown {
	try {
		return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
	} catch {
		return undefined;
	}
}
