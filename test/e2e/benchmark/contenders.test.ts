import type { Contender } from '../../../dev/benchmark/contenders/contender';
import { CONTENDERS } from '../../../dev/benchmark/contenders/contenders';
import { httpDefault } from '../../../dev/benchmark/contenders/httpDefault';
import { runFloor } from '../../../dev/benchmark/floor/runFloor';
import { startSession, type Session } from '../../../dev/benchmark/ground/session';
import { makeTemplate, type Template } from '../../../dev/benchmark/ground/template';
import { trial } from '../../../dev/benchmark/ground/trial';
import { EMAILS, PROFILES } from '../../../dev/benchmark/job';
import { judge } from '../../../dev/benchmark/judge';
import { countDistinct, makeSheet, truthsOf } from '../../../dev/benchmark/sheet';

const ROWS = 60;
const SHEET = makeSheet(ROWS, 0.3);
const JOBS = [
	['LinkedIn profiles to personal e-mails', EMAILS],
	['e-mails to LinkedIn profiles', PROFILES],
] as const;

let template: Template | undefined;
let session: Session;

beforeAll(async () => {
	template = await makeTemplate();
	session = await startSession(template, { latency: 0 });
});

afterAll(async () => {
	await session?.stop();
	await template?.stop();
});

/** Those that ask for each row by itself, and so for duplicates again. */
const asksForEachRow = ({ letter }: Contender) => ['b', 'c', 'd', 'e'].includes(letter);

describe.each(JOBS)('%s', (_name, job) => {
	const truths = () => truthsOf(SHEET, job, session.sandbox.settings());

	it('are found for some rows and not for others, and some rows are duplicates', () => {
		const { lookups, hits } = countDistinct(truths());
		expect(lookups).toBeLessThan(ROWS);
		expect(hits).toBeGreaterThan(0);
		expect(hits).toBeLessThan(lookups);
	});

	it.each(CONTENDERS.map((contender) => [`${contender.letter}, ${contender.name}`, contender] as const))(
		'%s: every row comes out right',
		async (_contender, contender) => {
			const { measured, judged } = await trial(session, contender, job, SHEET);
			expect(measured.status).toBe('success');
			expect(measured.cameOut?.map(({ id }) => id)).toEqual(SHEET.map(({ id }) => id));
			expect(judged).toMatchObject({ back: ROWS, right: ROWS, wrong: 0 });
			if (asksForEachRow(contender)) expect(judged.requests).toBe(ROWS);
			else expect(judged.requests).toBeLessThan(ROWS);
		},
	);

	it('undici alone: every row comes out right, and nobody is asked twice', async () => {
		const { sandbox } = session;
		sandbox.ledger.clear();
		const { cameOut, wall, cpu, peak } = await runFloor({
			baseUrl: sandbox.url,
			apiKey: sandbox.key,
			job,
			sheet: SHEET,
			concurrency: 20,
		});
		const judged = judge({
			sheet: SHEET,
			truths: truths(),
			cameOut,
			requests: sandbox.ledger.requests(),
			charges: sandbox.ledger.charges(),
			balance: Infinity,
		});
		expect(judged).toMatchObject({ back: ROWS, right: ROWS, wrong: 0, paidAgain: 0 });
		expect(judged.requests).toBe(job.batch === null ? countDistinct(truths()).lookups : 1);
		for (const cost of [wall, cpu, peak]) expect(cost).toBeGreaterThan(0);
	});
});

describe('a full limit', () => {
	const distinct = makeSheet(ROWS, 0);
	/** Of requests a second, and at once: fewer than each of them sends. */
	const LIMITS: Readonly<Record<string, number>> = { d: 10, e: 10, e2: 20 };
	const limit = (perSecond: number) => session.sandbox.configure({ burst: { perSecond, burst: perSecond } });
	const patient = CONTENDERS.filter(({ letter }) => letter in LIMITS);

	afterEach(() => session.sandbox.configure({ burst: null }));

	it.each(patient.map((contender) => [`${contender.letter}, ${contender.name}`, contender] as const))(
		'%s waits as it is told',
		async (_name, contender) => {
			limit(LIMITS[contender.letter]);
			const { judged } = await trial(session, contender, PROFILES, distinct);
			expect(session.sandbox.ledger.summary().byTool[PROFILES.tool]).toHaveProperty('429');
			expect(judged).toMatchObject({ back: ROWS, right: ROWS, wrong: 0 });
		},
	);

	it('ends the workflow of an HTTP Request as it comes', async () => {
		limit(10);
		const { measured } = await trial(session, httpDefault, PROFILES, distinct);
		expect(measured).toMatchObject({ status: 'error', cameOut: null });
	});
});
