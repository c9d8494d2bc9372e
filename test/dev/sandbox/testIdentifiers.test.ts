import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { TEST_IDENTIFIERS } from '../../../dev/sandbox/rules/testIdentifiers';
import { HEM, part, PROFILE, REVERSE, serviceUnder, SINGLE, urlOf, verdict } from '../../support/asking';

const asSlug = { tool: SINGLE, body: (name: string): object => ({ linkedin_url: name }) };
/** The other forms of a test identifier, each with a tool that takes it. */
const FORMS = [
	{ form: 'URL', tool: PROFILE, body: (name: string) => ({ linkedin_url: urlOf(name.toUpperCase()) }) },
	{ form: 'email', tool: REVERSE, body: (name: string) => ({ email: `${name}@example.com` }) },
	{ form: 'MD5', tool: HEM, body: (name: string) => ({ md5: md5OfEmail(`${name}@example.com`) }) },
	{ form: 'item of a batch', tool: SINGLE, body: (name: string) => ({ linkedin_urls: [name, 'ada-fernsby-7'] }) },
];

/** The verdicts on the first and the second request, and the number of charges. */
function outcomeOf({ tool, body }: typeof asSlug, name: string) {
	const { service, ask } = serviceUnder({ hitRate: 0 });
	const verdicts = [verdict(ask(tool, body(name))), verdict(ask(tool, body(name)))];
	return [name, ...verdicts, service.ledger.charges().reduce((sum, { times }) => sum + times, 0)];
}

test.each(TEST_IDENTIFIERS)('$name is described as "$description"', ({ name, description }) => {
	const [, first, second, charges] = outcomeOf(asSlug, name);
	const [refusal] = /^[45]\d\d(?: \w+_\w+)?/.exec(name.includes('phone') ? '' : description) ?? [];
	const isOnce = description.includes('then found');
	expect(first).toMatch(refusal ?? /^(200|0)$/);
	expect(second).toBe(isOnce ? '200' : first);
	const isFree = (refusal !== undefined && !isOnce) || /^Never found|nothing is charged/.test(description);
	expect(charges).toBe(isFree ? 0 : isOnce ? 1 : 2);
});

test.each(FORMS)('every test identifier has the same outcome as $form as in a slug, at any hit rate', (form) => {
	const outcomes = TEST_IDENTIFIERS.map(({ name }) => outcomeOf(form, name));
	expect(outcomes).toEqual(TEST_IDENTIFIERS.map(({ name }) => outcomeOf(asSlug, name)));
});

const reply = (name: string) => serviceUnder().ask(SINGLE, { linkedin_url: name });

test('test identifiers report a wait, have a phone or none, and change the reply', () => {
	const waits = ['rate-limited', 'fair-use', 'fair-use-requests', 'plan-limit'].map((name) =>
		part(reply(`test-${name}`), 'metadata', 'retry_after'),
	);
	expect(waits).toEqual([1, 5, 5, undefined]);
	const withPhone = (name: string) =>
		serviceUnder().ask(PROFILE, { linkedin_url: urlOf(name), include_mobile_phone: true });
	expect(part(withPhone('test-found'), 'results', 'mobile_phone')).toMatch(/^1\d{3}55501\d\d$/);
	expect(part(withPhone('test-no-phone'), 'results')).not.toHaveProperty('mobile_phone');
	expect(verdict(withPhone('test-insufficient-phone-tokens'))).toBe('402 insufficient_phone_tokens');
	expect(part(reply('test-catch-all'), 'results', 'last_validated_at')).toBeNull();
	expect(part(reply('test-unknown-status'), 'status')).toBe('pending_review');
	expect(Object.keys(reply('test-no-status').body as object)).toEqual(['results', 'metadata']);
	expect(Object.keys(reply('test-no-metadata').body as object)).toEqual(['results', 'status']);
	expect(reply('test-slow').delay).toBe(3000);
});
