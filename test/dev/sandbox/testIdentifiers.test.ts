import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { TEST_IDENTIFIERS } from '../../../dev/sandbox/rules/testIdentifiers';
import { HEM, part, PROFILE, REVERSE, serviceUnder, SINGLE, urlOf, verdict } from '../../support/asking';

/** The forms of a test identifier, each with a tool that takes it. */
const FORMS = [
	{ form: 'slug', tool: SINGLE, body: (name: string) => ({ linkedin_url: name }) },
	{ form: 'URL', tool: PROFILE, body: (name: string) => ({ linkedin_url: urlOf(name.toUpperCase()) }) },
	{ form: 'email', tool: REVERSE, body: (name: string) => ({ email: `${name}@example.com` }) },
	{ form: 'MD5', tool: HEM, body: (name: string) => ({ md5: md5OfEmail(`${name}@example.com`) }) },
	{ form: 'item of a batch', tool: SINGLE, body: (name: string) => ({ linkedin_urls: [name, 'ada-fernsby-7'] }) },
];

/** The verdicts on the first and the second request, and the number of charges. */
const EXPECTED: Record<string, [first: string, second: string, charges: number]> = {
	'test-found': ['200', '200', 2],
	'test-not-found': ['200', '200', 0],
	'test-no-phone': ['200', '200', 2],
	'test-catch-all': ['200', '200', 2],
	'test-bad-email': ['200', '200', 2],
	'test-invalid': ['422 invalid_input', '422 invalid_input', 0],
	'test-internal-error': ['500 internal_error', '500 internal_error', 0],
	'test-internal-error-once': ['500 internal_error', '200', 1],
	'test-rate-limited': ['429 rate_limited', '429 rate_limited', 0],
	'test-rate-limited-once': ['429 rate_limited', '200', 1],
	'test-insufficient-tokens': ['402 insufficient_tokens', '402 insufficient_tokens', 0],
	'test-insufficient-phone-tokens': ['200', '200', 2],
	'test-plan-restricted': ['403 plan_restricted', '403 plan_restricted', 0],
	'test-account-inactive': ['403 account_inactive', '403 account_inactive', 0],
	'test-forbidden': ['403 forbidden', '403 forbidden', 0],
	'test-unauthorized': ['401 unauthorized', '401 unauthorized', 0],
	'test-fair-use': ['429 fair_use_limit_exceeded', '429 fair_use_limit_exceeded', 0],
	'test-fair-use-requests': ['429 fair_use_requests_exceeded', '429 fair_use_requests_exceeded', 0],
	'test-plan-limit': ['429 fair_use_limit_exceeded', '429 fair_use_limit_exceeded', 0],
	'test-unknown-status': ['200', '200', 2],
	'test-no-status': ['200', '200', 2],
	'test-no-metadata': ['200', '200', 2],
	'test-reset': ['0', '0', 0],
	'test-reset-charged': ['200', '200', 2],
	'test-half-body': ['200', '200', 2],
	'test-not-json': ['200', '200', 0],
	'test-unavailable': ['503 fault', '503 fault', 0],
	'test-slow': ['200', '200', 2],
};

test.each(FORMS)('every test identifier forces its outcome as $form, at any hit rate', ({ tool, body }) => {
	const outcomes = TEST_IDENTIFIERS.map(({ name }) => {
		const { service, ask } = serviceUnder({ hitRate: 0 });
		const verdicts = [verdict(ask(tool, body(name))), verdict(ask(tool, body(name)))];
		return [name, [...verdicts, service.ledger.charges().reduce((sum, { times }) => sum + times, 0)]] as const;
	});
	expect(Object.fromEntries(outcomes)).toEqual(EXPECTED);
});

const reply = (name: string) => serviceUnder().ask(SINGLE, { linkedin_url: name });

test.each([
	['test-rate-limited', 1],
	['test-fair-use', 5],
	['test-fair-use-requests', 5],
	['test-plan-limit', undefined],
])('%s reports a wait of %p s', (name, wait) => {
	expect(part(reply(name), 'metadata', 'retry_after')).toBe(wait);
});

test('test identifiers with a phone: one has none, one is refused', () => {
	const withPhone = (name: string) =>
		serviceUnder().ask(PROFILE, { linkedin_url: urlOf(name), include_mobile_phone: true });
	expect(part(withPhone('test-found'), 'results', 'mobile_phone')).toMatch(/^1\d{3}55501\d\d$/);
	expect(part(withPhone('test-no-phone'), 'results')).not.toHaveProperty('mobile_phone');
	expect(verdict(withPhone('test-insufficient-phone-tokens'))).toBe('402 insufficient_phone_tokens');
});

test('test identifiers change the reply', () => {
	expect(part(reply('test-catch-all'), 'results', 'last_validated_at')).toBeNull();
	expect(part(reply('test-unknown-status'), 'status')).toBe('pending_review');
	expect(Object.keys(reply('test-no-status').body as object)).toEqual(['results', 'metadata']);
	expect(Object.keys(reply('test-no-metadata').body as object)).toEqual(['results', 'status']);
	expect(reply('test-slow').delay).toBe(3000);
});

test('refusal of kind once is once per tool', () => {
	const { ask } = serviceUnder();
	const body = { linkedin_url: urlOf('test-internal-error-once') };
	const verdicts = [SINGLE, PROFILE, SINGLE, PROFILE].map((tool) => verdict(ask(tool, body)));
	expect(verdicts).toEqual(['500 internal_error', '500 internal_error', '200', '200']);
});
