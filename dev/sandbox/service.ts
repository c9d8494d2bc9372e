import type { HttpReply } from '../../nodes/IdentityResolution/api/reply';
import { header, type SandboxRequest } from './access';
import { answer, type Asked, type Made } from './answer';
import { intercept } from './interception';
import type { Ledger, LedgerEntry } from './ledger';
import { readQuestion } from './question';
import { offered } from './registry';
import { defaultSettings, mergeSettings, type SandboxSettings, type SettingsPatch } from './settings';
import { freshState } from './state';
import { travel, type Delivery } from './travel';

export type { SandboxRequest } from './access';

/** An HTTP reply, and how it travels. A body that is not a string is JSON still to be written. */
export interface SandboxReply extends HttpReply {
	delivery: Delivery;
	/** What a padded body is brought to; 0 for any other. */
	bytes: number;
	/** All values of those headers that come more than once; `headers` has the first of each. */
	repeated: Record<string, string[]>;
	/** Milliseconds that the answer takes: the latency, and that of a slow fault. */
	delay: number;
	/** What the ledger holds of this request. */
	entry: LedgerEntry;
}

/** The service in process: its rules without sockets, timers or a clock. */
export interface Service {
	/**
	 * Answers one request to a tool (contract: Endpoints, Errors). Never throws, whatever the request holds.
	 * @param now epoch ms, not earlier than at the call before
	 * @returns status 0 where a fault resets the connection before anything is done
	 */
	handle(request: SandboxRequest, now: number): SandboxReply;
	/**
	 * Changes settings in part. `spent` starts the windows of the families that it names anew; `faults` count from one again;
	 * a balance is set, not added to.
	 * @throws SettingsError for settings that can't be
	 */
	configure(patch: SettingsPatch): void;
	/** The settings as they are now, the balance included. */
	settings(): SandboxSettings;
	readonly ledger: Ledger;
}

/**
 * A service under the default settings with the given ones laid over them.
 * @throws SettingsError for settings that can't be
 */
export function createService(given: SettingsPatch = {}): Service {
	const state = freshState(mergeSettings(defaultSettings(), given));

	function make(request: SandboxRequest, asked: Asked, now: number): Made {
		const { settings, faults } = state;
		const fault = faults.next(settings.faults, request.tool, settings.seed);
		const by = fault && intercept(fault);
		if (by) return { is: 'intercepted', by };
		const made = answer(state, request, asked, now);
		return made.is === 'answered' && fault ? { ...made, fault } : made;
	}

	return {
		handle(request, now) {
			const to = offered(request.tool, state.settings);
			const asked = to && { to, question: readQuestion(to, header(request, 'content-type'), request.body) };
			const question = asked?.question.is === 'question' ? asked.question : null;
			const keys = question?.items.map(({ key }) => key) ?? [];
			const phone = question?.phone ?? 'without';
			const made = make(request, asked, now);
			const sent = outcomeOf(made);
			const { status, code, tokens, records, charged, fate } = sent;
			const entry = state.ledger.record({
				time: now,
				tool: request.tool,
				status,
				code,
				keys,
				phone,
				tokens,
				records,
				charged,
				fate,
			});
			const { headers, repeated, body, delivery, bytes } = sent;
			return {
				status,
				headers,
				repeated,
				body,
				delivery,
				bytes,
				delay: state.settings.latency + sent.delay,
				entry,
			};
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

function outcomeOf(made: Made) {
	if (made.is === 'intercepted') return { tokens: 0, records: 0, charged: [], delay: 0, bytes: 0, ...made.by };
	const { reply, code, tokens, records, charged } = made.answered;
	const { text, headers, ...way } = travel(made.fault);
	const body = text === 'half' ? halfOf(reply.body) : reply.body;
	return {
		status: reply.status,
		body,
		headers: { ...reply.headers, ...headers },
		repeated: {},
		code,
		tokens,
		records,
		charged,
		...way,
	};
}

function halfOf(body: unknown): string {
	const text = JSON.stringify(body);
	return text.slice(0, Math.floor(text.length / 2));
}
