import type { Draws } from '../sandbox/random';
import type { Fault } from '../sandbox/http/faults';
import { SHORTEST_TIMEOUT_S } from './runOptions';

type What = Omit<Fault, 'rate'>;

/** Statuses that no refusal of the contract has, and one that a proxy sends in front of it. */
const STATUSES = [204, 408, 418, 503, 599];
/** Bytes: many times the largest answer, and no more than the node reads. */
const LARGE = 1_000_000;
/** Much longer than any time-out, so that it is certain who gave up. */
const ENDLESS_MS = 10 * SHORTEST_TIMEOUT_S * 1_000;

const FAULTS: ReadonlyArray<(draws: Draws) => What> = [
	() => ({ kind: 'reset' }),
	() => ({ kind: 'reset_charged' }),
	() => ({ kind: 'half_body' }),
	() => ({ kind: 'half_json' }),
	() => ({ kind: 'not_json' }),
	() => ({ kind: 'wrong_content_type' }),
	() => ({ kind: 'error_block' }),
	() => ({ kind: 'bad_gzip' }),
	() => ({ kind: 'large', bytes: LARGE }),
	() => ({ kind: 'drip' }),
	() => ({ kind: 'informational' }),
	() => ({ kind: 'internal_error' }),
	() => ({ kind: 'redirect' }),
	(draws) => ({ kind: 'status', status: draws.pick(STATUSES) }),
	() => ({ kind: 'slow', ms: 500 }),
	() => ({ kind: 'slow', ms: ENDLESS_MS }),
];

/** Whole minutes of a soak would be spent on time-outs where they struck as often as the others. */
const LEAST_RATE = 0.005;
const SPREAD = 0.1;

/** A fault at random, and how often it strikes. */
export function drawFault(draws: Draws): Fault {
	return { ...draws.pick(FAULTS)(draws), rate: LEAST_RATE + SPREAD * draws.share() ** 2 };
}
