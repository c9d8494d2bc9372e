import type { HttpReply } from '../../nodes/IdentityResolution/api/reply';
import { batchResults, disturbed, type BatchRow } from './batchShapes';
import { shareOf } from './chance';
import { directorySlug } from './directory';
import { lookupReply } from './envelope';
import { balanceRefusedByTest } from './forced';
import { fairUseRefusal, priceOf, refuseBalance } from './limits';
import { isHeld, personFor, type Person } from './people';
import type { Question } from './question';
import { refusalReply, refused, type Refused } from './refusals';
import type { Offered } from './registry';
import { missOf, resultsOf } from './results';
import type { FamilyName } from './settings';
import type { State } from './state';
import { testIdentifierOf } from './testIdentifiers';

/** An answer, and what it used. */
export interface Answered {
	reply: HttpReply;
	/** The error code of a refusal or of a partial batch. */
	code: string | null;
	tokens: number;
	/** Hits. */
	records: number;
	/** Keys of the hits, in order. */
	charged: readonly string[];
	misses: number;
}

/** An answer that used nothing. */
export const unused = (reply: HttpReply, code: string | null = null): Answered => ({
	reply,
	code,
	tokens: 0,
	records: 0,
	charged: [],
	misses: 0,
});

/** A lookup tool and the family that it draws on. */
export interface Lookup {
	to: Offered;
	family: FamilyName;
	question: Question;
}

/**
 * Looks up every item of a question that passed the checks, charges the hits and counts the request. Each item of a
 * batch is answered and charged by itself, repeated ones too. Where the balance or the records run out, the rest of the batch
 * is left out, and the answer says why (contract: linkedin_to_best_personal_email_usa, rule 3).
 * @param now epoch ms
 */
export function lookUp(state: State, lookup: Lookup, now: number): Answered {
	const { settings, fairUse } = state;
	const { family, question } = lookup;
	const walk = walkItems(state, lookup, now);
	const { rows, tokens, charged, misses } = walk;
	const records = charged.length;
	if (rows.length === 0 && walk.cut) return unused(refusalReply(walk.cut, settings), walk.cut.code);
	fairUse.count(family, { records, requests: 1 }, now);
	if (family === 'search') settings.account.searchTrialUsed = true;
	// How long the windows stay closed is known only now that this request's own records are counted.
	const closed =
		walk.cut?.code === 'fair_use_limit_exceeded' ? fairUse.recordsClosed(family, settings.limits, now) : null;
	const cut = closed ? fairUseRefusal(closed, now) : walk.cut;
	const results = question.form === 'batch' ? batchOf(state, lookup, rows, now) : rows[0].results;
	const reply = lookupReply(state, lookup, { results, tokens, cut, status: records > 0 ? 'ok' : 'not_found' }, now);
	return { reply, code: cut?.code ?? null, tokens, records, charged, misses };
}

interface Walk {
	rows: BatchRow[];
	/** Why the rest was left out. */
	cut: Refused | null;
	tokens: number;
	/** Keys of the hits. */
	charged: string[];
	misses: number;
}

function walkItems(state: State, { to, family, question }: Lookup, now: number): Walk {
	const walk: Walk = { rows: [], cut: null, tokens: 0, charged: [], misses: 0 };
	const left = state.fairUse.recordsLeft(family, state.settings.limits, now);
	for (const { asked, key } of question.items) {
		if (walk.charged.length >= left) walk.cut = refused('fair_use_limit_exceeded');
		else walk.cut = refuseBalance(state, to, question.phone) ?? balanceRefusedByTest(key);
		if (walk.cut) break;
		const person = held(state, to.tool.name, key);
		if (person) {
			const phone = question.phone === 'with' ? phoneOf(state, person) : null;
			walk.charged.push(key);
			walk.tokens += charge(state, to.tool.name, key, phone);
			walk.rows.push({ input: asked, status: 'ok', results: resultsOf(to.tool, person, phone, now) });
		} else {
			walk.misses++;
			walk.rows.push({ input: asked, status: 'not_found', results: missOf(to.tool) });
		}
	}
	return walk;
}

function held({ settings: { seed, hitRate, toolHitRates } }: State, tool: string, key: string): Person | null {
	const test = testIdentifierOf(key);
	const isHit = test
		? test.outcome.is !== 'not_found'
		: isHeld(key, seed, Object.hasOwn(toolHitRates, tool) ? toolHitRates[tool] : hitRate);
	return isHit ? personFor(key, seed) : null;
}

/** Test identifiers have their phone whatever the rate: only `test-no-phone` has none. */
function phoneOf({ settings: { seed, phoneRate } }: State, { slug, phone }: Person): string | null {
	return testIdentifierOf(`linkedin:${slug}`) || shareOf(seed, `phone|${slug}`) < phoneRate ? phone : null;
}

/** Takes the price of a hit from the balance. */
function charge({ settings, ledger }: State, tool: string, key: string, phone: string | null): number {
	const tokens = priceOf(tool, settings) + (phone === null ? 0 : settings.phonePrice);
	const phoneTokens = phone === null ? 0 : settings.phoneTokens;
	if (!settings.account.unlimited) settings.account.tokens -= tokens;
	settings.account.phoneTokens -= phoneTokens;
	ledger.charge(tool, key, tokens, phoneTokens);
	return tokens;
}

/** Strangers come from far behind in the directory, where no example sheet reaches. */
const STRANGERS = 1_000_000;

function batchOf({ settings, ledger }: State, { to }: Lookup, rows: readonly BatchRow[], now: number): unknown {
	const stranger = (number: number): BatchRow => {
		const slug = directorySlug(settings.seed, STRANGERS + number);
		const person = personFor(`linkedin:${slug}`, settings.seed);
		return {
			input: `https://www.linkedin.com/in/${slug}`,
			status: 'ok',
			results: resultsOf(to.tool, person, null, now),
		};
	};
	return batchResults(disturbed(rows, settings, ledger.next, stranger), settings.batchShape);
}
