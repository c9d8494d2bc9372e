import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import type { Fault } from '../http/faults';
import type { ParsedRequest } from './parseRequest';
import { refused, type Refusal, type RefusalCode } from './replies';
import type { State } from './state';

type Oddity = 'unknown_status' | 'no_status' | 'no_metadata';

type ForcedOutcome =
	| { is: 'found' | 'not_found' }
	/**
	 * `wait` in seconds; `once`: only on the first request to a tool, then found; `withPhone`: only if a phone is
	 * requested.
	 */
	| { is: 'refused'; code: RefusalCode; wait?: number; when?: 'once' | 'withPhone' }
	| { is: 'odd'; oddity: Oddity }
	| { is: 'fault'; fault: Fault };

const found: ForcedOutcome = { is: 'found' };
const refuse = (code: RefusalCode, wait?: number): ForcedOutcome => ({ is: 'refused', code, wait });
const refuseOnce = (code: RefusalCode, wait?: number): ForcedOutcome => ({ is: 'refused', code, wait, when: 'once' });
const odd = (oddity: Oddity): ForcedOutcome => ({ is: 'odd', oddity });
const fault = (forced: Fault): ForcedOutcome => ({ is: 'fault', fault: forced });

const LIST: ReadonlyArray<[name: string, description: string, outcome: ForcedOutcome]> = [
	['test-found', 'Always found, with a mobile phone.', found],
	['test-not-found', 'Never found.', { is: 'not_found' }],
	['test-no-phone', 'Found, but without a mobile phone.', found],
	['test-catch-all', 'Found; the personal email has no validation date.', found],
	['test-bad-email', 'Found; the personal email has the risk grade D.', found],
	['test-invalid', '422 invalid_input; a batch with it is refused as a whole.', refuse('invalid_input')],
	['test-internal-error', '500 internal_error every time.', refuse('internal_error')],
	[
		'test-internal-error-once',
		'500 internal_error on the first request to a tool, then found.',
		refuseOnce('internal_error'),
	],
	['test-rate-limited', '429 rate_limited every time, with a wait of 1 s.', refuse('rate_limited', 1)],
	[
		'test-rate-limited-once',
		'429 rate_limited on the first request to a tool, then found.',
		refuseOnce('rate_limited', 1),
	],
	['test-insufficient-tokens', '402 insufficient_tokens; a batch ends before it.', refuse('insufficient_tokens')],
	[
		'test-insufficient-phone-tokens',
		'402 insufficient_phone_tokens if a mobile phone is requested, else found.',
		{ is: 'refused', code: 'insufficient_phone_tokens', when: 'withPhone' },
	],
	['test-plan-restricted', '403 plan_restricted.', refuse('plan_restricted')],
	['test-account-inactive', '403 account_inactive.', refuse('account_inactive')],
	['test-forbidden', '403 forbidden.', refuse('forbidden')],
	['test-unauthorized', '401 unauthorized.', refuse('unauthorized')],
	['test-fair-use', '429 fair_use_limit_exceeded with a wait of 5 s.', refuse('fair_use_limit_exceeded', 5)],
	[
		'test-fair-use-requests',
		'429 fair_use_requests_exceeded with a wait of 5 s.',
		refuse('fair_use_requests_exceeded', 5),
	],
	['test-plan-limit', '429 fair_use_limit_exceeded without a wait.', refuse('fair_use_limit_exceeded')],
	['test-unknown-status', 'Found, but the contract does not define the status.', odd('unknown_status')],
	['test-no-status', 'Found, but the reply has no status.', odd('no_status')],
	['test-no-metadata', 'Found, but the reply has no metadata.', odd('no_metadata')],
	['test-reset', 'The connection is reset; nothing is charged.', fault({ kind: 'reset' })],
	['test-reset-charged', 'Found and charged, then the connection is reset.', fault({ kind: 'reset_charged' })],
	['test-half-body', 'Found and charged, but the answer breaks off halfway.', fault({ kind: 'half_body' })],
	['test-not-json', '200 with a web page instead of JSON; nothing is charged.', fault({ kind: 'not_json' })],
	['test-unavailable', '503 every time; nothing is charged.', fault({ kind: 'status', status: 503 })],
	['test-slow', 'Found, but answered after 3 s.', fault({ kind: 'slow', ms: 3000 })],
];

/**
 * The identifiers that force an outcome, like the test cards of a payment service. The name is a LinkedIn slug, or the
 * local part of an email at example.com, plain or hashed.
 */
export const TEST_IDENTIFIERS = LIST.map(([name, description, outcome]) => ({ name, description, outcome }));

/** The IP address of a test identifier, in the order of the list, from the range for documentation. */
export const testAddress = (name: string) =>
	`198.51.100.${TEST_IDENTIFIERS.findIndex((identifier) => identifier.name === name) + 1}`;

const OUTCOMES: ReadonlyMap<string, ForcedOutcome> = new Map(
	TEST_IDENTIFIERS.flatMap(({ name, outcome }) => {
		const email = `${name}@example.com`;
		const keys = [`linkedin:${name}`, `email:${email}`, `hem:${md5OfEmail(email)}`, `ip:${testAddress(name)}`];
		return keys.map((key): [string, ForcedOutcome] => [key, outcome]);
	}),
);

/** The outcome that a canonical key forces, in any form of a test identifier; undefined for any other key. */
export const forcedOutcome = (key: string): ForcedOutcome | undefined => OUTCOMES.get(key);

/** The refusal that a test identifier in the request forces, else null. Marks a refusal of kind `once` as used. */
export function forcedRefusal(state: State, tool: string, { items, phone }: ParsedRequest): Refusal | null {
	for (const { key } of items) {
		const outcome = forcedOutcome(key);
		// The token balance is checked item by item: see `forcedBalanceRefusal`.
		if (outcome?.is !== 'refused' || outcome.code === 'insufficient_tokens') continue;
		if (outcome.when === 'withPhone' && phone === 'without') continue;
		if (outcome.when === 'once') {
			const name = `${tool} ${key}`;
			if (state.refusedOnce.has(name)) continue;
			state.refusedOnce.add(name);
		}
		return refused(outcome.code, { wait: outcome.wait ?? null });
	}
	return null;
}

/** The refusal of an item that the token balance is forced not to cover, else null. */
export function forcedBalanceRefusal(key: string): Refusal | null {
	const outcome = forcedOutcome(key);
	return outcome?.is === 'refused' && outcome.code === 'insufficient_tokens' ? refused(outcome.code) : null;
}

/** The fault that the first such test identifier in the request forces, else null. */
export function forcedFault({ items }: ParsedRequest): Fault | null {
	return items.map(({ key }) => forcedOutcome(key)).find((outcome) => outcome?.is === 'fault')?.fault ?? null;
}

/** How the first such test identifier in the request makes the reply depart from the contract, else null. */
export function forcedOddity({ items }: ParsedRequest): Oddity | null {
	return items.map(({ key }) => forcedOutcome(key)).find((outcome) => outcome?.is === 'odd')?.oddity ?? null;
}
