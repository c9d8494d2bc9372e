import { codeNode } from '../../../dev/benchmark/contenders/codeNode';
import { CONTENDERS, hostFloor, US } from '../../../dev/benchmark/contenders/contenders';
import { loop } from '../../../dev/benchmark/contenders/loop';
import { EMAILS, PROFILES } from '../../../dev/benchmark/job';
import { countDistinct, expectedFor, makeSheet } from '../../../dev/benchmark/sheet';
import { trial } from '../../../dev/benchmark/testbed/run';
import { startSession, type Session } from '../../../dev/benchmark/testbed/session';

const ROWS = 60;
const SHEET = makeSheet(ROWS, 0.3);
const FLOOR = hostFloor();

let session: Session;

beforeAll(async () => {
	session = await startSession({ latency: 0 });
});

afterAll(async () => {
	await session?.stop();
});

describe.each([EMAILS, PROFILES])('$tool', (job) => {
	it.each([...CONTENDERS, FLOOR])('$name answers each row rightly', async (contender) => {
		const { lookups, hits } = countDistinct(expectedFor(SHEET, job, session.sandbox.settings()));
		expect(hits).toBeGreaterThan(0);
		expect(hits).toBeLessThan(lookups);
		const { judged, cost } = await trial(session, contender, job, SHEET);
		expect(judged).toMatchObject({ back: ROWS, repeated: 0, right: ROWS, wrong: 0 });
		expect(cost.wall).toBeGreaterThan(0);
		expect(cost.cpu).toBeGreaterThan(0);
		if (contender === loop) expect(judged.requests).toBe(ROWS);
		else if (contender === US || contender === FLOOR)
			expect(judged).toMatchObject({ requests: job.batch === null ? lookups : 1, tokens: hits, paidAgain: 0 });
		else expect(judged.requests).toBeLessThan(ROWS);
	});
});

describe('under a rate limit', () => {
	const distinct = makeSheet(ROWS, 0);
	/** Requests a second and at once: fewer than each of them sends. */
	const limits = [
		{ contender: loop, perSecond: 10 },
		{ contender: codeNode, perSecond: 20 },
		{ contender: FLOOR, perSecond: 15 },
	];

	afterEach(() => session.sandbox.configure({ burst: null }));

	it.each(limits)('$contender.name obeys Retry-After', async ({ contender, perSecond }) => {
		session.sandbox.configure({ burst: { perSecond, burst: perSecond } });
		const { judged } = await trial(session, contender, PROFILES, distinct);
		expect(judged.refused).toBeGreaterThan(0);
		expect(judged).toMatchObject({ back: ROWS, right: ROWS, wrong: 0 });
	});
});
