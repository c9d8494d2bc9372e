import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { createService, type SandboxRequest } from '../../../dev/sandbox/service';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { HEADERS, HEM, NOON, part, PROFILE, REVERSE, serviceUnder, SINGLE, urlOf, verdict } from './asking';

/** A request with something wrong at every check; each step below mends the next one. */
const WRONG: SandboxRequest = { tool: 'no_such_tool', method: 'PUT', headers: {}, body: '{' };
const STRICT: SettingsPatch = {
	account: { status: 'closed', personalEmailAvailable: false, tokens: 0, phoneTokens: 0 },
	burst: { perSecond: 1, burst: 0 },
	limits: { enrich: { requests: { '5h': 0 } } },
};

test('the checks stand in their order', () => {
	const service = createService(STRICT);
	let request = WRONG;
	const mended = (changes: Partial<SandboxRequest>) => {
		request = { ...request, ...changes };
		return verdict(service.handle(request, NOON));
	};
	const configured = (patch: SettingsPatch) => {
		service.configure(patch);
		return verdict(service.handle(request, NOON));
	};
	const body = (value: object) => ({ body: JSON.stringify(value) });

	expect(mended({})).toBe('403 forbidden');
	expect(mended({ headers: { 'user-agent': 'x' } })).toBe('401 unauthorized');
	expect(mended({ headers: { ...HEADERS, 'content-type': 'text/plain' } })).toBe('404 unknown_tool');
	expect(mended({ tool: SINGLE })).toBe('405 method_not_allowed');
	expect(mended({ method: 'POST' })).toBe('400 invalid_input');
	expect(mended({ headers: HEADERS })).toBe('400 invalid_input');
	expect(mended(body({}))).toBe('422 invalid_input');
	expect(mended(body({ linkedin_url: 'test-internal-error' }))).toBe('500 internal_error');
	expect(mended(body({ linkedin_url: 'test-found' }))).toBe('403 account_inactive');
	expect(configured({ account: { status: 'active' } })).toBe('403 plan_restricted');
	expect(configured({ account: { personalEmailAvailable: true } })).toBe('429 rate_limited');
	expect(configured({ burst: null })).toBe('429 fair_use_requests_exceeded');
	expect(configured({ limits: { enrich: { requests: { '5h': 9 } } } })).toBe('402 insufficient_tokens');
	expect(mended({ tool: PROFILE, ...body({ linkedin_url: urlOf('test-found'), include_mobile_phone: true }) })).toBe(
		'402 insufficient_tokens',
	);
	expect(configured({ account: { tokens: 9 } })).toBe('402 insufficient_phone_tokens');
	expect(configured({ account: { phoneTokens: 1 } })).toBe('200');
});

describe('access', () => {
	const asked = (headers: SandboxRequest['headers'], given: SettingsPatch = {}) =>
		verdict(
			createService(given).handle(
				{ tool: 'get_account', method: 'POST', headers: { ...HEADERS, ...headers }, body: '{}' },
				NOON,
			),
		);

	test.each([
		['a key of another case', { authorization: HEADERS.authorization.toUpperCase() }, '401 unauthorized'],
		['a key with something behind it', { authorization: `${HEADERS.authorization}x` }, '401 unauthorized'],
		['no token', { authorization: 'Bearer ' }, '401 unauthorized'],
		[
			'a key that comes twice: the first counts',
			{ authorization: [HEADERS.authorization, 'Bearer sandbox_otherkey001'] },
			'200',
		],
		['a scheme in lower case', { authorization: HEADERS.authorization.replace('Bearer', 'bearer') }, '200'],
		['a User-Agent of blanks', { 'user-agent': '  ' }, '403 forbidden'],
		['a content type with a charset', { 'content-type': 'Application/JSON; charset=utf-8' }, '200'],
		['another JSON type', { 'content-type': 'application/json-seq' }, '400 invalid_input'],
		['no content type', { 'content-type': undefined }, '400 invalid_input'],
	])('%s', (_name, headers, expected) => expect(asked(headers)).toBe(expected));

	test('every key of the account may call, a revoked one no more, and one without access is forbidden', () => {
		const keys = {
			keys: ['sandbox_first000001', 'sandbox_second00002'],
			keysWithoutAccess: ['sandbox_third000003'],
		};
		const bearer = (key: string) => asked({ authorization: `Bearer ${key}` }, keys);
		expect(keys.keys.map(bearer)).toEqual(['200', '200']);
		expect(bearer('sandbox_third000003')).toBe('403 forbidden');
		expect(bearer('sandbox_readykey001')).toBe('401 unauthorized');
	});

	test('a flat error has no nested one, and only 401 and 403 are flat', () => {
		const { ask, service } = serviceUnder({ errorShape: 'flat', account: { personalEmailAvailable: false } });
		const restricted = ask(SINGLE, { linkedin_url: 'test-found' });
		expect(restricted.body).toEqual({ error: 'plan_restricted', message: expect.any(String) as string });
		service.configure({ account: { tokens: 0 } });
		expect(verdict(ask(REVERSE, { email: 'ada@example.com' }))).toBe('402 insufficient_tokens');
	});
});

describe('the body', () => {
	test.each([
		['an array', SINGLE, '[]', '422 invalid_input'],
		['null', SINGLE, 'null', '422 invalid_input'],
		['a number', 'get_account', '7', '422 invalid_input'],
		['a blank slug', SINGLE, '{"linkedin_url": "  "}', '422 invalid_input'],
		['an empty list', SINGLE, '{"linkedin_urls": []}', '422 invalid_input'],
		[
			'a company page in a batch',
			SINGLE,
			'{"linkedin_urls": ["test-found", "https://www.linkedin.com/company/x"]}',
			'422 invalid_input',
		],
		['a field that nobody knows', SINGLE, '{"linkedin_url": "test-found", "colour": "blue"}', '200'],
		['a bare slug where a URL is due', PROFILE, '{"linkedin_url": "test-found"}', '422 invalid_input'],
		['a URL without a scheme', PROFILE, '{"linkedin_url": "linkedin.com/in/test-found"}', '200'],
		['a hash in place of an e-mail', HEM, `{"email": "${'0'.repeat(32)}"}`, '422 invalid_input'],
		['a hash in upper case', HEM, `{"md5": "${'AB'.repeat(16)}"}`, '200'],
		[
			'a name of an inherited property',
			SINGLE,
			'{"__proto__": {"linkedin_url": "test-found"}}',
			'422 invalid_input',
		],
	])('%s to %s', (_name, tool, body, expected) => {
		expect(verdict(createService().handle({ tool, method: 'POST', headers: HEADERS, body }, NOON))).toBe(expected);
	});

	test('of e-mail and hash the e-mail wins, and both are one key', () => {
		const { ask, service } = serviceUnder();
		ask(HEM, { md5: '0'.repeat(32), email: 'test-found@example.com' });
		ask(HEM, { md5: md5OfEmail('test-found@example.com') });
		ask(HEM, { email: 'Test-Found@Example.com ' });
		const keys = service.ledger.requests().map((entry) => entry.keys[0]);
		expect(keys).toEqual(Array(3).fill(`hem:${md5OfEmail('test-found@example.com')}`));
	});

	test.each(['__proto__', 'constructor', 'toString', '', 'get_account/', '../get_account'])(
		'there is no tool %p',
		(tool) => {
			expect(verdict(createService().handle({ tool, method: 'POST', headers: HEADERS, body: '{}' }, NOON))).toBe(
				'404 unknown_tool',
			);
		},
	);
});

describe('tools that the contract only names', () => {
	test('answer in the common envelope, under the plan', () => {
		const { ask, service } = serviceUnder();
		const reply = ask('linkedin_to_personal_email_usa', { linkedin_url: urlOf('test-found') });
		expect(reply.body).toMatchObject({
			status: 'ok',
			results: { email: 'test-found@example.com' },
			metadata: { fair_use: {} },
		});
		service.configure({ account: { personalEmailAvailable: false } });
		expect(verdict(ask('linkedin_to_personal_email_usa', { linkedin_url: urlOf('test-found') }))).toBe(
			'403 plan_restricted',
		);
		expect(verdict(ask('linkedin_to_business_email', { linkedin_url: urlOf('test-found') }))).toBe('200');
	});

	test('are asked by their body where it holds no identifier', () => {
		const { ask, service } = serviceUnder({ families: { company_lookup: 'enrich', echo: 'free' } });
		ask('company_lookup', { name: 'Example', page: 1 });
		ask('company_lookup', { page: 1, name: 'Example' });
		expect(service.ledger.charges()).toEqual([
			{ tool: 'company_lookup', key: 'body:{"name":"Example","page":1}', times: 2, tokens: 2 },
		]);
		expect(part(ask('echo', { a: 1 }), 'results')).toEqual({ a: 1 });
	});
});
