import type { Fault } from '../http/faults';
import { interceptedReply, type InterceptedReply } from '../http/delivery';
import { accountRecord, billingRecord, tokenBalance, type UsagePeriod } from './account';
import { checkAccess, checkAccount, checkBalance, checkBurst, checkFairUse, type SandboxRequest } from './checks';
import { countMatches, freeAnswer, lookUp, type Answer } from './lookups';
import type { OfferedTool, ParsedRequest } from './parseRequest';
import { accountReply, refusalReply, refused, type Refusal } from './replies';
import type { State } from './state';
import { forcedFault, forcedRefusal } from './testIdentifiers';

/**
 * The service's own answer and the fault that harms its delivery, or the reply of a fault that keeps the request from
 * the service.
 */
export type Outcome =
	{ is: 'answered'; answer: Answer; fault: Fault | null } | { is: 'intercepted'; by: InterceptedReply };

/** The tool and what was requested from it; null if there is no such tool. */
export type Target = { to: OfferedTool; request: ParsedRequest | Refusal } | null;

/**
 * Answers a request. The contract does not show the order of the checks: here User-Agent, key, tool, method, body,
 * test identifiers, account, plan, burst, Fair Use, tokens, phone tokens.
 * @param now epoch ms
 */
export function answerRequest(state: State, http: SandboxRequest, target: Target, now: number): Outcome {
	const noAccess = checkAccess(http, state.settings);
	if (noAccess) return refuse(state, noAccess);
	if (!target) return refuse(state, refused('unknown_tool'));
	const outcome = answerTool(state, http.method, target, now);
	if (outcome.is === 'answered' && target.to.family !== 'free') {
		const { reply, tokens, records, misses } = outcome.answer;
		const failed = reply.status === 200 ? 0 : 1;
		state.usage.count({ tokens, with_data: records, without_data: misses, failed }, now);
	}
	return outcome;
}

function answerTool(state: State, method: string, { to, request }: NonNullable<Target>, now: number): Outcome {
	if (method !== 'POST') return refuse(state, refused('method_not_allowed'));
	if (request.is === 'refused') return refuse(state, request);
	const { tool, family } = to;
	const refusal =
		forcedRefusal(state, tool.name, request) ??
		checkAccount(state, to) ??
		checkBurst(state, tool.name, now) ??
		checkFairUse(state, to, now) ??
		(family === 'free' ? null : checkBalance(state, to, request.phone));
	if (refusal) return refuse(state, refusal);
	if (family === 'free') {
		const results = accountResults(state, tool.name, request, now);
		return { is: 'answered', answer: freeAnswer(accountReply(state, results, now)), fault: null };
	}
	if (request.body.count_only === true) {
		state.fairUse.count(family, { records: 0, requests: 1 }, now);
		const results = countMatches(state, to, request);
		return { is: 'answered', answer: freeAnswer(accountReply(state, results, now)), fault: null };
	}
	const fault = forcedFault(request);
	const by = fault && interceptedReply(fault);
	return by
		? { is: 'intercepted', by }
		: { is: 'answered', answer: lookUp(state, { to, family, request }, now), fault };
}

function refuse({ settings }: State, refusal: Refusal): Outcome {
	const reply = refusalReply(refusal, settings);
	if (refusal.code === 'method_not_allowed') reply.headers = { ...reply.headers, allow: 'POST' };
	return { is: 'answered', answer: freeAnswer(reply, refusal.code), fault: null };
}

function accountResults({ settings, fairUse, usage }: State, tool: string, { body }: ParsedRequest, now: number) {
	switch (tool) {
		case 'get_account':
			return accountRecord(settings, fairUse, now);
		case 'get_billing':
			return billingRecord(settings, now);
		default:
			return usage.record((body.period ?? 'today') as UsagePeriod, tokenBalance(settings), now);
	}
}
