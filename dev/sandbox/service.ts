import type { HttpReply } from '../../nodes/IdentityResolution/api/replies/httpReply';
import { harmedDelivery, interceptedReply, type Delivery } from './http/delivery';
import type { Ledger, LedgerEntry } from './ledger';
import { answerRequest, type Outcome, type Target } from './rules/answer';
import { header, type SandboxRequest } from './rules/checks';
import { findTool, parseRequest } from './rules/parseRequest';
import { createState } from './rules/state';
import { defaultSettings, mergeSettings, type SandboxSettings, type SettingsPatch } from './settings';

export type { SandboxRequest } from './rules/checks';

/** An HTTP reply, and how it is sent. A body that is not a string is JSON still to be written. */
export interface SandboxReply extends HttpReply, Pick<Delivery, 'delivery' | 'bytes'> {
	/** All values of those headers that are sent more than once; `headers` has the first of each. */
	repeated: Record<string, string[]>;
	/** Milliseconds until the reply is sent: the latency, and the delay of a slow fault. */
	delay: number;
	entry: LedgerEntry;
}

/** The service in process: its rules without sockets, timers or a clock. */
export interface Service {
	/**
	 * Answers one request to a tool (contract: Common response envelope, Errors). Never throws, whatever the request contains.
	 * @param now epoch ms, not earlier than at the previous call
	 * @returns status 0 if a fault resets the connection before the service does anything
	 */
	handle(request: SandboxRequest, now: number): SandboxReply;
	/**
	 * Changes settings in part. `spent` restarts the windows of the families that it names; `faults` restarts their
	 * counts; a balance is set, not added to.
	 * @throws SettingsError for invalid settings
	 */
	configure(patch: SettingsPatch): void;
	settings(): SandboxSettings;
	readonly ledger: Ledger;
}

export function createService(given: SettingsPatch = {}): Service {
	const state = createState(mergeSettings(defaultSettings(), given));

	function answer(request: SandboxRequest, target: Target, now: number): Outcome {
		const { settings, faults } = state;
		const fault = faults.next(settings.faults, request.tool, settings.seed);
		const by = fault && interceptedReply(fault);
		if (by) return { is: 'intercepted', by };
		const outcome = answerRequest(state, request, target, now);
		return outcome.is === 'answered' && fault ? { ...outcome, fault } : outcome;
	}

	return {
		handle(http, now) {
			const { tool } = http;
			const to = findTool(tool, state.settings);
			const target = to && { to, request: parseRequest(to, header(http, 'content-type'), http.body) };
			const parsed = target?.request.is === 'parsed' ? target.request : null;
			const keys = parsed?.items.map(({ key }) => key) ?? [];
			const phone = parsed?.phone ?? 'without';
			const { code, tokens, records, charged, fate, delay, ...reply } = replyOf(answer(http, target, now));
			const { status } = reply;
			const entry = { time: now, tool, status, code, keys, phone, tokens, records, charged, fate };
			return { ...reply, delay: state.settings.latency + delay, entry: state.ledger.record(entry) };
		},
		configure(patch) {
			state.settings = mergeSettings(state.settings, patch);
			for (const family of ['enrich', 'search'] as const) {
				if (patch.spent?.[family]) state.fairUse.restart(family, state.settings.spent[family]);
			}
			if (patch.faults) state.faults.restart();
		},
		settings: () => structuredClone(state.settings),
		ledger: state.ledger,
	};
}

function replyOf(outcome: Outcome) {
	if (outcome.is === 'intercepted') return { ...outcome.by, tokens: 0, records: 0, charged: [] };
	const { reply, code, tokens, records, charged } = outcome.answer;
	const { json, headers, ...delivery } = harmedDelivery(outcome.fault);
	return {
		...delivery,
		status: reply.status,
		headers: { ...reply.headers, ...headers },
		repeated: {},
		body: json === 'half' ? firstHalf(reply.body) : reply.body,
		code,
		tokens,
		records,
		charged,
	};
}

function firstHalf(body: unknown): string {
	const json = JSON.stringify(body);
	return json.slice(0, Math.floor(json.length / 2));
}
