import type { Fault } from '../../../dev/sandbox/faultSchema';
import { part, PROFILE, serviceUnder, urlOf } from './asking';

describe('what a fault does', () => {
	const body = { linkedin_url: urlOf('test-found') };
	const under = (fault: Fault) => {
		const { ask, service } = serviceUnder({ faults: [fault] });
		return { reply: ask(PROFILE, body), charged: service.ledger.summary().tokensCharged };
	};

	test.each([
		[{ kind: 'reset' as const }, { status: 0, delivery: 'reset', fate: 'lost', delay: 0, charged: 0 }],
		[{ kind: 'reset_charged' as const }, { status: 200, delivery: 'reset', fate: 'lost', delay: 0, charged: 1 }],
		[{ kind: 'half_body' as const }, { status: 200, delivery: 'half', fate: 'lost', delay: 0, charged: 1 }],
		[{ kind: 'half_json' as const }, { status: 200, delivery: 'whole', fate: 'lost', delay: 0, charged: 1 }],
		[{ kind: 'not_json' as const }, { status: 200, delivery: 'whole', fate: 'lost', delay: 0, charged: 0 }],
		[{ kind: 'error_block' as const }, { status: 200, delivery: 'whole', fate: 'lost', delay: 0, charged: 0 }],
		[{ kind: 'bad_gzip' as const }, { status: 200, delivery: 'whole', fate: 'lost', delay: 0, charged: 1 }],
		[
			{ kind: 'large' as const, bytes: 9000 },
			{ status: 200, delivery: 'padded', fate: 'answered', delay: 0, charged: 1 },
		],
		[{ kind: 'drip' as const }, { status: 200, delivery: 'drip', fate: 'lost', delay: 0, charged: 1 }],
		[
			{ kind: 'informational' as const },
			{ status: 200, delivery: 'informed', fate: 'answered', delay: 0, charged: 1 },
		],
		[
			{ kind: 'wrong_content_type' as const },
			{ status: 200, delivery: 'whole', fate: 'answered', delay: 0, charged: 1 },
		],
		[
			{ kind: 'slow' as const, ms: 70 },
			{ status: 200, delivery: 'whole', fate: 'answered', delay: 70, charged: 1 },
		],
		[
			{ kind: 'internal_error' as const },
			{ status: 500, delivery: 'whole', fate: 'answered', delay: 0, charged: 0 },
		],
		[{ kind: 'redirect' as const }, { status: 302, delivery: 'whole', fate: 'answered', delay: 0, charged: 0 }],
		[
			{ kind: 'status' as const, status: 503 },
			{ status: 503, delivery: 'whole', fate: 'answered', delay: 0, charged: 0 },
		],
		[
			{ kind: 'status' as const, status: 204 },
			{ status: 204, delivery: 'whole', fate: 'lost', delay: 0, charged: 0 },
		],
	])('%j', (fault, expected) => {
		const { reply, charged } = under(fault);
		const { status, delivery, delay, entry } = reply;
		expect({ status, delivery, fate: entry.fate, delay, charged }).toEqual(expected);
	});

	test('headers and bodies', () => {
		expect(under({ kind: 'wrong_content_type' }).reply).toMatchObject({
			headers: { 'content-type': 'text/plain' },
			body: { status: 'ok' },
		});
		expect(under({ kind: 'not_json' }).reply).toMatchObject({
			headers: { 'content-type': 'text/html' },
			body: expect.stringMatching(/^<!doctype/) as string,
		});
		expect(under({ kind: 'redirect' }).reply.headers.location).toMatch(/^\/(?!api)/);
		expect(part(under({ kind: 'internal_error' }).reply, 'metadata')).toEqual({});
	});

	test("an error of one's own, and further headers, a list of which comes as so many lines", () => {
		const fault: Fault = {
			kind: 'status',
			status: 429,
			code: 'rate_limited',
			headers: { 'retry-after': ['3', '5'], 'x-note': 'a' },
		};
		const { reply } = under(fault);
		expect(reply).toMatchObject({
			headers: { 'retry-after': '3', 'x-note': 'a' },
			repeated: { 'retry-after': ['3', '5'] },
			entry: { code: 'rate_limited' },
		});
		expect(Object.keys(reply.repeated)).toEqual(['retry-after']);
		expect(part(reply, 'error', 'code')).toBe('rate_limited');
	});

	test("a redirect to a place of one's own", () => {
		const { headers } = under({
			kind: 'redirect',
			to: 'file:///etc/hostname',
			headers: { 'retry-after': '1' },
		}).reply;
		expect(headers).toMatchObject({ location: 'file:///etc/hostname', 'retry-after': '1' });
	});

	test('half of the JSON is the first half of the answer', () => {
		const whole = JSON.stringify(serviceUnder().ask(PROFILE, body).body);
		const { body: half } = under({ kind: 'half_json' }).reply;
		expect(half).toBe(whole.slice(0, Math.floor(whole.length / 2)));
		expect(() => JSON.parse(half as string) as unknown).toThrow(SyntaxError);
	});

	test.each([
		[{ kind: 'large' }, /needs bytes/],
		[{ kind: 'status' }, /needs a status/],
		[{ kind: 'redirect', headers: { 'Retry-After': '1' } }, /headers/],
		[{ kind: 'redirect', headers: { 'retry-after': '1\r\nx: y' } }, /headers/],
		[{ kind: 'redirect', headers: { 'retry-after': [] } }, /headers/],
	])("%j can't be", (fault, why) => {
		expect(() => serviceUnder({ faults: [fault as Fault] })).toThrow(why);
	});

	test('latency adds to every answer, and to a slow one', () => {
		const { ask } = serviceUnder({ latency: 20, faults: [{ kind: 'slow', ms: 5, nth: [2] }] });
		expect([1, 2].map(() => ask(PROFILE, body).delay)).toEqual([20, 25]);
	});
});
