import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import type { Fault } from './faultSchema';
import type { RefusalCode } from './refusals';

/** What a test identifier forces. */
export type TestOutcome =
	| { is: 'found' }
	| { is: 'not_found' }
	/** `wait` in seconds; `once`: only the first time a tool is asked it, then it is found; `withPhone`: only if a phone is asked. */
	| { is: 'refused'; code: RefusalCode; wait?: number; when?: 'once' | 'withPhone' }
	/** Found, but in a reply that departs from the contract. */
	| { is: 'odd'; oddity: 'unknown_status' | 'no_status' | 'no_metadata' }
	/** Befalls the request on its way. */
	| { is: 'fault'; fault: Fault };

/** An identifier that forces an outcome, as payment sandboxes have test cards. */
export interface TestIdentifier {
	/** A LinkedIn slug, or the local part of an e-mail at example.com, plain or hashed. */
	name: string;
	description: string;
	outcome: TestOutcome;
}

const SLOW = 3000;

export const TEST_IDENTIFIERS: readonly TestIdentifier[] = [
	{ name: 'test-found', description: 'Always found, with a mobile phone.', outcome: { is: 'found' } },
	{ name: 'test-not-found', description: 'Never found.', outcome: { is: 'not_found' } },
	{ name: 'test-no-phone', description: 'Found, but without a mobile phone.', outcome: { is: 'found' } },
	{
		name: 'test-catch-all',
		description: 'Found; the personal e-mail has no validation date.',
		outcome: { is: 'found' },
	},
	{
		name: 'test-invalid',
		description: '422 invalid_input; a batch with it is refused as a whole.',
		outcome: { is: 'refused', code: 'invalid_input' },
	},
	{
		name: 'test-internal-error',
		description: '500 internal_error every time.',
		outcome: { is: 'refused', code: 'internal_error' },
	},
	{
		name: 'test-internal-error-once',
		description: '500 internal_error the first time a tool is asked it, then found.',
		outcome: { is: 'refused', code: 'internal_error', when: 'once' },
	},
	{
		name: 'test-rate-limited',
		description: '429 rate_limited every time, with a wait of 1 s.',
		outcome: { is: 'refused', code: 'rate_limited', wait: 1 },
	},
	{
		name: 'test-rate-limited-once',
		description: '429 rate_limited with a wait of 1 s the first time a tool is asked it, then found.',
		outcome: { is: 'refused', code: 'rate_limited', wait: 1, when: 'once' },
	},
	{
		name: 'test-insufficient-tokens',
		description: '402 insufficient_tokens; in a batch it and what stands after it are left out.',
		outcome: { is: 'refused', code: 'insufficient_tokens' },
	},
	{
		name: 'test-insufficient-phone-tokens',
		description: '402 insufficient_phone_tokens if a mobile phone is asked, else found.',
		outcome: { is: 'refused', code: 'insufficient_phone_tokens', when: 'withPhone' },
	},
	{
		name: 'test-plan-restricted',
		description: '403 plan_restricted.',
		outcome: { is: 'refused', code: 'plan_restricted' },
	},
	{
		name: 'test-account-inactive',
		description: '403 account_inactive.',
		outcome: { is: 'refused', code: 'account_inactive' },
	},
	{ name: 'test-forbidden', description: '403 forbidden.', outcome: { is: 'refused', code: 'forbidden' } },
	{ name: 'test-unauthorized', description: '401 unauthorized.', outcome: { is: 'refused', code: 'unauthorized' } },
	{
		name: 'test-fair-use',
		description: '429 fair_use_limit_exceeded with a wait of 5 s.',
		outcome: { is: 'refused', code: 'fair_use_limit_exceeded', wait: 5 },
	},
	{
		name: 'test-fair-use-requests',
		description: '429 fair_use_requests_exceeded with a wait of 5 s.',
		outcome: { is: 'refused', code: 'fair_use_requests_exceeded', wait: 5 },
	},
	{
		name: 'test-plan-limit',
		description: '429 fair_use_limit_exceeded without any wait: a condition of the plan.',
		outcome: { is: 'refused', code: 'fair_use_limit_exceeded' },
	},
	{
		name: 'test-unknown-status',
		description: 'Found, but the status is a word that the contract does not name.',
		outcome: { is: 'odd', oddity: 'unknown_status' },
	},
	{
		name: 'test-no-status',
		description: 'Found, but the reply has no status.',
		outcome: { is: 'odd', oddity: 'no_status' },
	},
	{
		name: 'test-no-metadata',
		description: 'Found, but the reply has no metadata.',
		outcome: { is: 'odd', oddity: 'no_metadata' },
	},
	{
		name: 'test-reset',
		description: 'The connection is reset; nothing is charged.',
		outcome: { is: 'fault', fault: { kind: 'reset' } },
	},
	{
		name: 'test-reset-charged',
		description: 'Found and charged, then the connection is reset: a lost answer.',
		outcome: { is: 'fault', fault: { kind: 'reset_charged' } },
	},
	{
		name: 'test-half-body',
		description: 'Found and charged, but the answer breaks off halfway.',
		outcome: { is: 'fault', fault: { kind: 'half_body' } },
	},
	{
		name: 'test-not-json',
		description: '200 with a web page instead of JSON; nothing is charged.',
		outcome: { is: 'fault', fault: { kind: 'not_json' } },
	},
	{
		name: 'test-unavailable',
		description: '503 every time; nothing is charged.',
		outcome: { is: 'fault', fault: { kind: 'status', status: 503 } },
	},
	{
		name: 'test-slow',
		description: `Found, but answered after ${SLOW / 1000} s.`,
		outcome: { is: 'fault', fault: { kind: 'slow', ms: SLOW } },
	},
];

const BY_KEY: ReadonlyMap<string, TestIdentifier> = new Map(
	TEST_IDENTIFIERS.flatMap((identifier) => {
		const email = `${identifier.name}@example.com`;
		const keys = [`linkedin:${identifier.name}`, `email:${email}`, `hem:${md5OfEmail(email)}`];
		return keys.map((key): [string, TestIdentifier] => [key, identifier]);
	}),
);

/** The test identifier that a canonical key names, in any of its three forms. */
export const testIdentifierOf = (key: string): TestIdentifier | undefined => BY_KEY.get(key);
