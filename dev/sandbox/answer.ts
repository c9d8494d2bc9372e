import type { HttpReply } from '../../nodes/IdentityResolution/api/reply';
import { refuseAccess, type SandboxRequest } from './access';
import { accountRecord, tokenBalance } from './account';
import { accountReply } from './envelope';
import type { Fault } from './faultSchema';
import { forcedFault, forcedRefusal } from './forced';
import { intercept, type Intercepted } from './interception';
import { refuseAccount, refuseBalance, refuseBurst, refuseFairUse } from './limits';
import { lookUp, unused, type Answered } from './lookups';
import type { Question } from './question';
import { refusalReply, refused, type Refused } from './refusals';
import type { Offered } from './registry';
import type { State } from './state';
import type { UsagePeriod } from './usage';

/** What the service makes of a request: its own answer, which a test identifier may harm on its way, or a fault's. */
export type Made = { is: 'answered'; answered: Answered; fault: Fault | null } | { is: 'intercepted'; by: Intercepted };

/** What was asked of whom; null where there is no such tool. */
export type Asked = { to: Offered; question: Question | Refused } | null;

/**
 * Answers a request. The order of the checks, of which the contract shows none: User-Agent, key, tool, method, body,
 * test identifiers, account, plan, burst, Fair Use, tokens, phone tokens.
 * @param now epoch ms
 */
export function answer(state: State, request: SandboxRequest, asked: Asked, now: number): Made {
	const noAccess = refuseAccess(request, state.settings);
	if (noAccess) return refusal(state, noAccess);
	if (!asked) return refusal(state, refused('unknown_tool'));
	const made = answerTool(state, request, asked, now);
	if (made.is === 'answered' && asked.to.family !== 'free') {
		const { reply, tokens, records, misses } = made.answered;
		state.usage.count(
			{ tokens, with_data: records, without_data: misses, failed: reply.status === 200 ? 0 : 1 },
			now,
		);
	}
	return made;
}

function answerTool(state: State, request: SandboxRequest, { to, question }: NonNullable<Asked>, now: number): Made {
	if (request.method !== 'POST') return refusal(state, refused('method_not_allowed'));
	if (question.is === 'refused') return refusal(state, question);
	const { tool, family } = to;
	const refusedBy =
		forcedRefusal(state, tool.name, question) ??
		refuseAccount(state, to) ??
		refuseBurst(state, tool.name, now) ??
		refuseFairUse(state, to, now) ??
		(family === 'free' ? null : refuseBalance(state, to, question.phone));
	if (refusedBy) return refusal(state, refusedBy);
	if (family === 'free') return answered(unused(accountReply(state, accountResults(state, to, question, now), now)));
	const fault = forcedFault(question);
	const by = fault && intercept(fault);
	return by ? { is: 'intercepted', by } : answered(lookUp(state, { to, family, question }, now), fault);
}

const answered = (made: Answered, fault: Fault | null = null): Made => ({ is: 'answered', answered: made, fault });

function refusal({ settings }: State, by: Refused): Made {
	const reply: HttpReply = refusalReply(by, settings);
	if (by.code === 'method_not_allowed') reply.headers = { ...reply.headers, allow: 'POST' };
	return answered(unused(reply, by.code));
}

/** The two account tools; a free tool of the settings' own making answers with the body that it was sent. */
function accountResults(
	{ settings, fairUse, usage }: State,
	{ tool }: Offered,
	{ body }: Question,
	now: number,
): unknown {
	switch (tool.name) {
		case 'get_account':
			return accountRecord(settings, fairUse, now);
		case 'get_usage':
			return usage.record((body.period ?? 'today') as UsagePeriod, tokenBalance(settings), now);
		default:
			return body;
	}
}
