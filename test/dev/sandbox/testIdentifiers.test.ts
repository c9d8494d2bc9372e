import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { TEST_IDENTIFIERS } from '../../../dev/sandbox/testIdentifiers';
import { ask, HEM, NOON, part, PROFILE, REVERSE, serviceUnder, SINGLE, urlOf, verdict } from './asking';

type Service = ReturnType<typeof serviceUnder>['service'];

/** The ways to name a test identifier, each with a tool that takes it. */
const WAYS = [
	{ way: 'slug', tool: SINGLE, body: (name: string) => ({ linkedin_url: name }) },
	{ way: 'URL', tool: PROFILE, body: (name: string) => ({ linkedin_url: urlOf(name.toUpperCase()) }) },
	{ way: 'e-mail', tool: REVERSE, body: (name: string) => ({ email: `${name}@example.com` }) },
	{ way: 'e-mail to be hashed', tool: HEM, body: (name: string) => ({ email: `${name}@example.com` }) },
	{ way: 'MD5', tool: HEM, body: (name: string) => ({ md5: md5OfEmail(`${name}@example.com`) }) },
];

/** What each test identifier is for: the verdict of asking it once and of asking it again. */
const EXPECTED: Record<string, [string, string]> = {
	'test-found': ['200', '200'],
	'test-not-found': ['200', '200'],
	'test-no-phone': ['200', '200'],
	'test-catch-all': ['200', '200'],
	'test-invalid': ['422 invalid_input', '422 invalid_input'],
	'test-internal-error': ['500 internal_error', '500 internal_error'],
	'test-internal-error-once': ['500 internal_error', '200'],
	'test-rate-limited': ['429 rate_limited', '429 rate_limited'],
	'test-rate-limited-once': ['429 rate_limited', '200'],
	'test-insufficient-tokens': ['402 insufficient_tokens', '402 insufficient_tokens'],
	'test-insufficient-phone-tokens': ['200', '200'],
	'test-plan-restricted': ['403 plan_restricted', '403 plan_restricted'],
	'test-account-inactive': ['403 account_inactive', '403 account_inactive'],
	'test-forbidden': ['403 forbidden', '403 forbidden'],
	'test-unauthorized': ['401 unauthorized', '401 unauthorized'],
	'test-fair-use': ['429 fair_use_limit_exceeded', '429 fair_use_limit_exceeded'],
	'test-fair-use-requests': ['429 fair_use_requests_exceeded', '429 fair_use_requests_exceeded'],
	'test-plan-limit': ['429 fair_use_limit_exceeded', '429 fair_use_limit_exceeded'],
	'test-unknown-status': ['200', '200'],
	'test-no-status': ['200', '200'],
	'test-no-metadata': ['200', '200'],
	'test-reset': ['0', '0'],
	'test-reset-charged': ['200', '200'],
	'test-half-body': ['200', '200'],
	'test-not-json': ['200', '200'],
	'test-unavailable': ['503 fault', '503 fault'],
	'test-slow': ['200', '200'],
};

test('every test identifier is described and expected', () => {
	expect(TEST_IDENTIFIERS.map(({ name }) => name).sort()).toEqual(Object.keys(EXPECTED).sort());
	for (const { name, description } of TEST_IDENTIFIERS)
		expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z0-9].*\.$/)]);
});

describe.each(WAYS)('named by $way', ({ tool, body }) => {
	test.each(Object.entries(EXPECTED))('%s gives %p', (name, expected) => {
		// Whoever else is found does not matter to them.
		const { service, ask: asked } = serviceUnder({ hitRate: 0 });
		expect([verdict(asked(tool, body(name))), verdict(asked(tool, body(name)))]).toEqual(expected);
		expect(charged(service)).toBe(CHARGED.has(name) ? 2 : ONCE.has(name) ? 1 : 0);
	});
});

const ONCE = new Set(['test-internal-error-once', 'test-rate-limited-once']);
const CHARGED = new Set([
	...[
		'test-found',
		'test-no-phone',
		'test-catch-all',
		'test-insufficient-phone-tokens',
		'test-unknown-status',
		'test-no-status',
	],
	...['test-no-metadata', 'test-reset-charged', 'test-half-body', 'test-slow'],
]);
const charged = (service: Service) => service.ledger.charges().reduce((sum, { times }) => sum + times, 0);

describe('what they force besides', () => {
	const reply = (name: string, tool = SINGLE) => serviceUnder().ask(tool, { linkedin_url: urlOf(name) });

	test.each([
		['test-rate-limited-once', '1', { retry_after: 1 }],
		['test-fair-use', '5', { retry_after: 5 }],
		['test-fair-use-requests', '5', { retry_after: 5 }],
		['test-plan-limit', undefined, {}],
		['test-internal-error', undefined, {}],
		['test-plan-restricted', undefined, undefined],
	])('%s waits %p seconds', (name, header, metadata) => {
		const refused = reply(name);
		expect([refused.headers['retry-after'], part(refused, 'metadata')]).toEqual([header, metadata]);
	});

	test('the phone allowance binds only where a phone is asked', () => {
		const refused = serviceUnder().ask(PROFILE, {
			linkedin_url: urlOf('test-insufficient-phone-tokens'),
			include_mobile_phone: true,
		});
		expect(verdict(refused)).toBe('402 insufficient_phone_tokens');
	});

	test('catch-all leaves no date of a personal e-mail', () => {
		expect(part(reply('test-catch-all'), 'results', 'last_validated_at')).toBeNull();
		const profile = serviceUnder().ask(REVERSE, { email: 'test-catch-all@example.com' });
		expect(new Set(part(profile, 'results', 'personal_emails_status') as unknown[])).toEqual(new Set([null]));
	});

	test('replies that depart from the contract', () => {
		expect(part(reply('test-unknown-status'), 'status')).toBe('pending_review');
		expect(Object.keys(reply('test-no-status').body as object)).toEqual(['results', 'metadata']);
		expect(Object.keys(reply('test-no-metadata').body as object)).toEqual(['results', 'status']);
	});

	test.each([
		['test-reset', 'reset', 0, 'lost'],
		['test-reset-charged', 'reset', 0, 'lost'],
		['test-half-body', 'half', 0, 'lost'],
		['test-not-json', 'whole', 0, 'lost'],
		['test-slow', 'whole', 3000, 'answered'],
	])('%s travels: %s, %d ms late, %s', (name, delivery, delay, fate) => {
		const sent = reply(name);
		expect([sent.delivery, sent.delay, sent.entry.fate]).toEqual([delivery, delay, fate]);
	});
});

describe('in a batch', () => {
	const batch = (name: string) => ({ linkedin_urls: ['ada-fernsby-7', name] });

	test.each(Object.entries(EXPECTED).filter(([name]) => name !== 'test-insufficient-tokens'))(
		'%s gives the whole batch %p',
		(name, expected) => {
			const { ask: asked } = serviceUnder();
			expect([verdict(asked(SINGLE, batch(name))), verdict(asked(SINGLE, batch(name)))]).toEqual(expected);
		},
	);

	test('a refused batch charges nobody in it', () => {
		const { service, ask: asked } = serviceUnder();
		for (const name of ['test-invalid', 'test-internal-error', 'test-fair-use', 'test-reset'])
			asked(SINGLE, batch(name));
		expect(service.ledger.charges()).toEqual([]);
	});
});

test.each([
	['singly', { linkedin_url: 'test-insufficient-tokens' }],
	['in a batch', { linkedin_urls: ['test-insufficient-tokens'] }],
])('a balance that is made out not to cover is reached where a real one is, %s', (_how, body) => {
	const { service } = serviceUnder({ account: { status: 'closed' } });
	expect(verdict(ask(service, SINGLE, body))).toBe('403 account_inactive');
	service.configure({ account: { status: 'active' } });
	expect(verdict(ask(service, SINGLE, body))).toBe('402 insufficient_tokens');
});

test('once is once per tool', () => {
	const { service } = serviceUnder();
	const body = { linkedin_url: urlOf('test-internal-error-once') };
	const verdicts = [SINGLE, PROFILE, SINGLE, PROFILE].map((tool) => verdict(ask(service, tool, body, NOON)));
	expect(verdicts).toEqual(['500 internal_error', '500 internal_error', '200', '200']);
});
