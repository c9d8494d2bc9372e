import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { HttpReply } from '../../nodes/IdentityResolution/api/reply';
import { tokenBalance } from './account';
import { forcedOddity } from './forced';
import type { Lookup } from './lookups';
import { errorBlock, JSON_TYPE, waitOf, type Refused } from './refusals';
import type { FamilyName } from './settings';
import type { State } from './state';

/** What a lookup came to. `cut`: why the rest of a batch was left out. */
interface Outcome {
	results: unknown;
	status: 'ok' | 'not_found';
	tokens: number;
	cut: Refused | null;
}

/** The answer to a lookup in the common envelope (contract: Common response envelope); a partial batch has an `error` block besides. */
export function lookupReply(state: State, { to, family, question }: Lookup, outcome: Outcome, now: number): HttpReply {
	const { results, status, tokens, cut } = outcome;
	const told = waitOf(cut?.wait ?? null, state.settings);
	const usage =
		to.metadata === 'tokens'
			? { tokens_charged: tokens, tokens_remaining: tokenBalance(state.settings) }
			: fairUseMetadata(state, family, now);
	const body: JsonObject = {
		results,
		status,
		metadata: { ...usage, ...told.metadata },
		...(cut ? errorBlock(cut) : {}),
	};
	bend(body, forcedOddity(question));
	return { status: 200, headers: { 'content-type': JSON_TYPE, ...told.headers }, body };
}

/** The answer of an account tool: always a hit, with the Fair Use shape of the enrich family. */
export const accountReply = (state: State, results: unknown, now: number): HttpReply => ({
	status: 200,
	headers: { 'content-type': JSON_TYPE },
	body: { results, status: 'ok', metadata: fairUseMetadata(state, 'enrich', now) },
});

const fairUseMetadata = ({ fairUse, settings }: State, family: FamilyName, now: number) => ({
	fair_use: fairUse.metadata(family, settings.limits, now),
});

function bend(body: JsonObject, oddity: ReturnType<typeof forcedOddity>): void {
	if (oddity === 'unknown_status') body.status = 'pending_review';
	if (oddity === 'no_status') delete body.status;
	if (oddity === 'no_metadata') delete body.metadata;
}
