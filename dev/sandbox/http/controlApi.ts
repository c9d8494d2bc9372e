import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { Service } from '../service';
import { SettingsError, type SettingsPatch } from '../settings';

const clockBody = z.strictObject({ advance: z.number().min(0) });

/**
 * Adds the control API of the sandbox, which is not part of the contract. All bodies are JSON; an invalid one gets 400
 * and a message.
 * @param advance moves the clock ahead by ms and returns the new time in epoch ms
 */
export function addControlApi(app: FastifyInstance, service: Service, advance: (ms: number) => number): void {
	const { ledger } = service;
	app.get('/_sandbox/ledger', async () => ({
		summary: ledger.summary(),
		requests: ledger.requests(),
		charges: ledger.charges(),
	}));
	app.delete('/_sandbox/ledger', async () => {
		ledger.clear();
		return { summary: ledger.summary() };
	});
	app.get('/_sandbox/settings', async () => service.settings());
	app.patch('/_sandbox/settings', async (request) => {
		service.configure(parse(request.body) as SettingsPatch);
		return service.settings();
	});
	app.post('/_sandbox/clock', async (request) => {
		const body = clockBody.safeParse(parse(request.body));
		if (!body.success) throw new SettingsError('the body must be {"advance": <milliseconds, not negative>}');
		return { now: new Date(advance(body.data.advance)).toISOString() };
	});
}

function parse(body: unknown): unknown {
	try {
		return JSON.parse(String(body));
	} catch {
		throw new SettingsError('the body is not JSON');
	}
}
