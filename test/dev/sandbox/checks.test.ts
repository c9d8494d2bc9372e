import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { createService, type SandboxRequest } from '../../../dev/sandbox/service';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { HEADERS, HEM, NOON, part, PROFILE, serviceUnder, SINGLE, urlOf, verdict } from '../../support/asking';

test('the checks run in their order', () => {
	const service = createService({
		account: { status: 'closed', personalEmailAvailable: false, tokens: 0, phoneTokens: 0 },
		burst: { perSecond: 1, burst: 0 },
		limits: { enrich: { requests: { '5h': 0 } } },
	});
	let request: SandboxRequest = { tool: 'no_such_tool', method: 'PUT', headers: {}, body: '{' };
	/** Fixes the first thing that is wrong, and returns the verdict on what is wrong next. */
	const fix = (changes: Partial<SandboxRequest>, settings: SettingsPatch = {}) => {
		request = { ...request, ...changes };
		service.configure(settings);
		return verdict(service.handle(request, NOON));
	};
	const body = (value: object) => ({ body: JSON.stringify(value) });
	const withPhone = body({ linkedin_url: urlOf('test-found'), include_mobile_phone: true });

	expect(fix({})).toBe('403 forbidden');
	expect(fix({ headers: { 'user-agent': 'x' } })).toBe('401 unauthorized');
	expect(fix({ headers: { ...HEADERS, 'content-type': 'text/plain' } })).toBe('404 unknown_tool');
	expect(fix({ tool: SINGLE })).toBe('405 method_not_allowed');
	expect(fix({ method: 'POST' })).toBe('400 invalid_input');
	expect(fix({ headers: HEADERS })).toBe('400 invalid_input');
	expect(fix(body({}))).toBe('422 invalid_input');
	expect(fix(body({ linkedin_url: 'test-internal-error' }))).toBe('500 internal_error');
	expect(fix(body({ linkedin_url: 'test-insufficient-tokens' }))).toBe('403 account_inactive');
	expect(fix({}, { account: { status: 'active' } })).toBe('403 plan_restricted');
	expect(fix({}, { account: { personalEmailAvailable: true } })).toBe('429 rate_limited');
	expect(fix({}, { burst: null })).toBe('429 fair_use_requests_exceeded');
	expect(fix({}, { limits: { enrich: { requests: { '5h': 9 } } } })).toBe('402 insufficient_tokens');
	expect(fix({ tool: PROFILE, ...withPhone })).toBe('402 insufficient_tokens');
	expect(fix({}, { account: { tokens: 9 } })).toBe('402 insufficient_phone_tokens');
	expect(fix({}, { account: { phoneTokens: 1 } })).toBe('200');
});

const KEY = HEADERS.authorization;

test.each<[name: string, expected: string, headers: SandboxRequest['headers']]>([
	['a longer key', '401 unauthorized', { authorization: `${KEY}x` }],
	['a key without access', '403 forbidden', { authorization: 'Bearer sandbox_third000003' }],
	['a scheme in lower case', '200', { authorization: KEY.replace('Bearer', 'bearer') }],
	['a content type with a charset', '200', { 'content-type': 'Application/JSON; charset=utf-8' }],
	['another JSON type', '400 invalid_input', { 'content-type': 'application/json-seq' }],
])('request with %s gets %s', (_name, expected, headers) => {
	const service = createService({ keysWithoutAccess: ['sandbox_third000003'] });
	const request = { tool: 'get_account', method: 'POST', headers: { ...HEADERS, ...headers }, body: '{}' };
	expect(verdict(service.handle(request, NOON))).toBe(expected);
});

test.each([
	['an array', SINGLE, '[]', '422 invalid_input'],
	['a company page', SINGLE, '{"linkedin_urls": ["https://linkedin.com/company/x"]}', '422 invalid_input'],
	['an unknown field', SINGLE, '{"linkedin_url": "test-found", "colour": "blue"}', '200'],
	['a bare slug instead of a URL', PROFILE, '{"linkedin_url": "test-found"}', '422 invalid_input'],
	['a hash in upper case', HEM, `{"md5": "${'AB'.repeat(16)}"}`, '200'],
	['an inherited property', SINGLE, '{"__proto__": {"linkedin_url": "test-found"}}', '422 invalid_input'],
	['a tool of an inherited name', '__proto__', '{}', '404 unknown_tool'],
])('body with %s to %s', (_name, tool, body, expected) => {
	expect(verdict(createService().handle({ tool, method: 'POST', headers: HEADERS, body }, NOON))).toBe(expected);
});

test('email wins over its hash, and both have the same key', () => {
	const { ask, service } = serviceUnder();
	ask(HEM, { md5: '0'.repeat(32), email: 'test-found@example.com' });
	ask(HEM, { md5: md5OfEmail('test-found@example.com') });
	ask(HEM, { email: 'Test-Found@Example.com ' });
	const keys = service.ledger.requests().map((entry) => entry.keys[0]);
	expect(keys).toEqual(Array(3).fill(`hem:${md5OfEmail('test-found@example.com')}`));
});

test('tool that the contract only names has the common envelope, and depends on the plan', () => {
	const { ask, service } = serviceUnder();
	const body = { linkedin_url: urlOf('test-found') };
	expect(ask('linkedin_to_personal_email_usa', body).body).toMatchObject({
		status: 'ok',
		results: { email: 'test-found@example.com' },
		metadata: { fair_use: {} },
	});
	service.configure({ account: { personalEmailAvailable: false } });
	expect(verdict(ask('linkedin_to_personal_email_usa', body))).toBe('403 plan_restricted');
	expect(verdict(ask('linkedin_to_business_email', body))).toBe('200');
});

test('tool that the settings add is charged by its whole body if that has no identifier', () => {
	const { ask, service } = serviceUnder({ families: { company_lookup: 'enrich', echo: 'free' } });
	ask('company_lookup', { name: 'Example', page: 1 });
	ask('company_lookup', { page: 1, name: 'Example' });
	const key = 'body:{"name":"Example","page":1}';
	expect(service.ledger.charges()).toEqual([{ tool: 'company_lookup', key, times: 2, tokens: 2 }]);
	expect(part(ask('echo', { a: 1 }), 'results')).toEqual({ a: 1 });
});
