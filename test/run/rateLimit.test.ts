import fc from 'fast-check';
import {
	accept,
	acceptsAt,
	pauseUntil,
	refuse,
	send,
	UNKNOWN_LIMIT,
	type Attempt,
	type RateLimit,
} from '../../nodes/IdentityResolution/run/throttle';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;

/** What is known after requests at these ms, of which each is accepted or refused at once. */
function after(replies: ReadonlyArray<[at: number, reply: 'accepted' | 'refused']>, limit = UNKNOWN_LIMIT): RateLimit {
	return replies.reduce<RateLimit>((known, [at, reply]) => {
		const sent = send(known, NOW + at);
		return reply === 'accepted'
			? accept(sent.limit, sent.attempt, NOW + at)
			: refuse(sent.limit, sent.attempt, NOW + at);
	}, limit);
}

const each = (reply: 'accepted' | 'refused', ...times: number[]) =>
	times.map((at): [number, typeof reply] => [at, reply]);

/** Ten requests at once, of which the last is refused. */
const BURST = [...each('accepted', ...Array<number>(9).fill(0)), ...each('refused', 0)];
const perSecond = (rate: number) => rate * SECOND;

describe('before the first refusal', () => {
	it('every request may be sent', () => {
		expect(acceptsAt(after(each('accepted', 0, 0, 5)), NOW + 5)).toBe(NOW + 5);
	});
});

describe('the first refusal', () => {
	it('shows how many requests a full bucket accepts at once', () => {
		expect(after(BURST).capacity).toBe(9);
	});

	it('does not count what came in during a longer time', () => {
		const spread = Array.from({ length: 30 }, (_, nth) => nth * 10);
		expect(after([...each('accepted', ...spread), ...each('refused', 300)]).capacity).toBeLessThan(30);
	});

	it('delays the next request', () => {
		expect(acceptsAt(after(BURST), NOW)).toBeGreaterThan(NOW);
	});
});

describe('the bounds of the rate', () => {
	it('rise with the requests accepted since a refusal, without the one that may have been left', () => {
		expect(perSecond(after([...BURST, ...each('accepted', 100, 200, 300)]).slowest)).toBeCloseTo(2 / 0.3, 9);
	});

	/** Nine at once, at most 20 per second. */
	const known: RateLimit = { ...after(BURST), fastest: 20 / SECOND };

	it('fall with the next refusal, as if one more had been left', () => {
		const tried = [...each('accepted', 100, 200), ...each('refused', 300)];
		expect(perSecond(after(tried, known).fastest)).toBeCloseTo(3 / 0.3, 9);
	});

	it('meet in the rate, if requests are sent as soon as they are expected to be accepted', () => {
		const [rate, capacity] = [10 / SECOND, 9];
		let [tokens, at, limit] = [0, NOW, after(BURST)];
		for (let nth = 0; nth < 300; nth += 1) {
			const next = acceptsAt(limit, at);
			tokens = Math.min(capacity, tokens + rate * (next - at));
			at = next;
			const reply = tokens >= 1 ? 'accepted' : 'refused';
			tokens -= tokens >= 1 ? 1 : 0;
			limit = after(each(reply, at - NOW), limit);
		}
		expect(perSecond(limit.slowest)).toBeCloseTo(10, 0);
		expect(perSecond(limit.fastest)).toBeCloseTo(10, 0);
	});

	it('do not fall if the bucket may have been full, so that more had come in', () => {
		const idle = 60_000;
		const { fastest } = after([...BURST, ...each('accepted', idle), ...each('refused', idle)]);
		expect(fastest).toBe(UNKNOWN_LIMIT.fastest);
	});

	it('are not learned from a time that is as short as the network is irregular', () => {
		const { limit, attempt } = send(after(BURST), NOW + 20);
		expect(refuse(limit, attempt, NOW + 120).fastest).toBe(UNKNOWN_LIMIT.fastest);
	});

	it('follow a limit that has become lower', () => {
		const before = after(each('accepted', 100, 200, 300, 400, 500), known);
		const lower = after(each('refused', 1_000), before);
		expect(lower.slowest).toBeLessThan(before.slowest);
		expect(lower.slowest).toBeLessThanOrEqual(lower.fastest);
	});

	it('are learned from answers that take no time', () => {
		expect(perSecond(after([...BURST, ...each('accepted', 0, 0)]).slowest)).toBe(SECOND);
	});

	it('ignore a request that was sent before the count', () => {
		const early: Attempt = { sentAt: NOW - 1, nth: 0 };
		const known = after(BURST);
		expect([accept(known, early, NOW + 1), refuse(known, early, NOW + 1)]).toEqual([known, known]);
	});
});

describe('the next request', () => {
	it('is sent at the middle of the bounds', () => {
		const known: RateLimit = { ...after(BURST), slowest: 4 / SECOND, fastest: 16 / SECOND };
		expect(acceptsAt(known, NOW)).toBeCloseTo(NOW + SECOND / 8, 6);
	});

	it('is sent at once if a higher rate shows that more came in', () => {
		const tried = after([...BURST, ...each('accepted', ...Array<number>(8).fill(400))]);
		expect(acceptsAt(tried, NOW + 400)).toBe(NOW + 400);
	});

	it('is tried earlier, the more were accepted in a row', () => {
		const known: RateLimit = { ...after(BURST), slowest: 4 / SECOND, fastest: 16 / SECOND };
		expect(acceptsAt({ ...known, acceptedInRow: 400 }, NOW)).toBeLessThan(acceptsAt(known, NOW));
		expect(acceptsAt({ ...known, acceptedInRow: 20 }, NOW)).toBeCloseTo(acceptsAt(known, NOW), 1);
	});
});

it('after a pause, what a full bucket accepts is sent at once', () => {
	let limit = pauseUntil(after(BURST), NOW + 100);
	let sent = 0;
	for (; acceptsAt(limit, NOW + 100) === NOW + 100; sent += 1) limit = send(limit, NOW + 100).limit;
	expect(sent).toBe(9);
});

it('the lower bound never exceeds the rate, whatever the bucket and the times of the requests', () => {
	const scenario = fc.record({
		rate: fc.double({ min: 0.001, max: 0.3, noNaN: true }),
		capacity: fc.integer({ min: 1, max: 50 }),
		gaps: fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { minLength: 1, maxLength: 200 }),
	});
	fc.assert(
		fc.property(scenario, ({ rate, capacity, gaps }) => {
			let [tokens, at] = [capacity, NOW];
			let known = UNKNOWN_LIMIT;
			for (const gap of gaps) {
				at += gap;
				tokens = Math.min(capacity, tokens + rate * gap);
				const { limit, attempt } = send(known, at);
				known = tokens >= 1 ? accept(limit, attempt, at) : refuse(limit, attempt, at);
				tokens -= tokens >= 1 ? 1 : 0;
				expect(known.slowest).toBeLessThanOrEqual(rate + 1e-9);
			}
		}),
	);
});
