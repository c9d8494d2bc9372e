import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../sandbox/server';
import type { SettingsPatch } from '../sandbox/settings';
import { CODE_NODE, US, type Contender } from './contenders';
import { EMAILS, PROFILES, type Job } from './job';
import type { Judgment } from './judge';
import { atLeast, atMost, say, seconds, times, whole, type BenchTable, type Target } from './report';
import { SERVICE, WIDE, type Session } from './session';
import { countDistinct, expectedFor, makeSheet } from './sheet';
import { inWarmSession, trial, type Trial } from './trial';

const ROWS = 5_000;
const SHEET = makeSheet(ROWS, 0.3);
const { lookups: PEOPLE, hits: HITS } = countDistinct(expectedFor(SHEET, EMAILS, SERVICE));
const TOKENS = Math.floor(HITS * 0.6);
const BURST = { perSecond: 30, burst: 30 };
const CLOSED_MS = 20_000;
/** The window closes when so many lookups were answered. */
const OPEN_FOR = 1_000;
const ERRORS = 0.02;
const BROWN_OUT = 0.3;
const BROWN_OUT_MS = 60_000;

interface Scenario {
	name: string;
	job?: Job;
	burst?: typeof BURST;
	tokens?: number;
	closes?: boolean;
	/** The share of requests that fail, and for how many ms. */
	errors?: number;
	errorsEndAfter?: number;
}

const LIMITED: Scenario = { name: 'rate limit', burst: BURST };
const SCENARIOS: readonly Scenario[] = [
	LIMITED,
	{ name: 'short balance', tokens: TOKENS },
	{ name: 'closed window', closes: true },
	{ name: 'few 500s', errors: ERRORS },
	{ name: 'these three', tokens: TOKENS, closes: true, errors: ERRORS },
	{ name: 'many 500s', job: PROFILES, errors: BROWN_OUT, errorsEndAfter: BROWN_OUT_MS },
];

const ON_CONTRACT: Contender = { ...US, name: `${US.name}, contract's tools` };
const CONTENDERS: ReadonlyArray<[Contender, SettingsPatch?]> = [
	[US],
	[ON_CONTRACT, { offers: 'contract' }],
	[CODE_NODE],
];

interface Result extends Trial {
	scenario: Scenario;
	contender: Contender;
}

/** Table 4: what remains of a sheet under a limit and under faults, beside a skilled user's Code node. */
export async function faults(): Promise<BenchTable> {
	const results: Result[] = [];
	for (const [contender, settings] of CONTENDERS) results.push(...(await resultsOf(contender, settings)));
	const timeOf = (contender: Contender) =>
		results.find((one) => one.contender === contender && one.scenario === LIMITED)?.time ?? NaN;
	return {
		id: '4',
		title: 'When things go wrong',
		work: [
			`${whole(ROWS)} LinkedIn profiles to personal emails, 30 % of them duplicates, most in another spelling:`,
			`${whole(PEOPLE)} people, of whom ${whole(HITS)} are found. The sandbox answers after ${SERVICE.latency} ms.`,
			`Rate limit: ${BURST.perSecond} requests a second, ${BURST.burst} at once.`,
			`Short balance: ${whole(TOKENS)} tokens.`,
			`Closed window: for ${CLOSED_MS / 1_000} s, after ${whole(OPEN_FOR)} lookups.`,
			`Few 500s: for ${ERRORS * 100} % of requests.`,
			`Many 500s: for ${BROWN_OUT * 100} % of requests in the first minute,`,
			'with the emails to profiles of the same rows, one by one. One run each.',
		].join(' '),
		head: ['', 'contender', 'rows right', 'rows lost', 'time', 'requests', 'tokens', 'paid again'],
		rows: SCENARIOS.flatMap((scenario) => results.filter((one) => one.scenario === scenario).map(rowOf)),
		targets: [
			...results.filter(({ contender }) => contender !== CODE_NODE).flatMap(targetsOf),
			atMost(
				`Time under the rate limit, against the ${CODE_NODE.name}`,
				timeOf(US) / timeOf(CODE_NODE),
				1,
				times,
			),
		],
		notes: [
			'Lost: rows that would be right if each person was looked up once, in the order of this run, until the ' +
				'balance is spent. A contender with few requests gets few 500s.',
			'Paid again: charges for a person whose answer had been delivered.',
		],
	};
}

async function resultsOf(contender: Contender, settings?: SettingsPatch): Promise<Result[]> {
	const work = async (session: Session): Promise<Result[]> => {
		const results: Result[] = [];
		for (const scenario of SCENARIOS) {
			const result = await measure(session, scenario, contender);
			const { right, attainable } = result.judged;
			say(`  ${scenario.name}, ${contender.name}: ${whole(right)} of ${whole(attainable)} attainable rows right`);
			results.push(result);
		}
		return results;
	};
	return await inWarmSession(contender, [EMAILS, PROFILES], work, settings);
}

async function measure(session: Session, scenario: Scenario, contender: Contender): Promise<Result> {
	const { job = EMAILS, burst = null, tokens, closes = false, errors = 0, errorsEndAfter = Infinity } = scenario;
	const { sandbox } = session;
	const faulty = errors > 0 ? [{ kind: 'internal_error' as const, tool: job.tool, rate: errors }] : [];
	sandbox.configure({ ...WIDE, burst, account: { tokens: tokens ?? WIDE.account.tokens }, faults: faulty });
	if (burst !== null) await sleep((burst.burst / burst.perSecond) * 1_000 + 100);
	sandbox.ledger.clear();
	const endWatch = closes ? closeWindowAfter(sandbox, OPEN_FOR, CLOSED_MS) : () => undefined;
	const heal = () => sandbox.configure({ faults: [] });
	const recovery = errorsEndAfter === Infinity ? undefined : setTimeout(heal, errorsEndAfter);
	const { judged, time } = await trial(session, contender, job, SHEET, tokens).finally(() => {
		clearTimeout(recovery);
		endWatch();
	});
	if (errors > 0 && judged.failed === 0) throw new Error(`${contender.name} met no 500`);
	return { scenario, contender, judged, time };
}

const FIVE_HOURS = 5 * 3_600_000;
const EVERY_MS = 10;

/**
 * Closes the window of requests for some ms once so many lookups were answered. Returns a function that ends the watch
 * and throws if the window never closed.
 */
function closeWindowAfter(sandbox: Sandbox, lookups: number, ms: number): () => void {
	let isClosed = false;
	const watch = setInterval(() => {
		const answered = sandbox.ledger
			.requests()
			.reduce((sum, { status, keys }) => sum + (status === 200 ? keys.length : 0), 0);
		if (isClosed || answered < lookups) return;
		isClosed = true;
		useUpRequests(sandbox, ms);
	}, EVERY_MS);
	return () => {
		clearInterval(watch);
		if (!isClosed) throw new Error(`The window never closed: fewer than ${lookups} lookups were answered`);
	};
}

/** Uses up the requests of the enrichment window, so that they are free again after `ms`. */
function useUpRequests(sandbox: Sandbox, ms: number): void {
	const requests = sandbox.settings().limits.enrich.requests['5h'];
	sandbox.configure({ spent: { enrich: { records: 0, requests } } });
	// The next request enters the usage into the windows: one of nearly five hours ago makes it expire soon.
	const { key, service } = sandbox;
	const headers = { 'content-type': 'application/json', 'user-agent': 'benchmark', authorization: `Bearer ${key}` };
	const request = { tool: 'get_account', method: 'POST', headers, body: '{}' };
	service.handle(request, sandbox.now() - FIVE_HOURS + ms);
}

const lostIn = ({ attainable, right }: Judgment) => Math.max(0, attainable - right);

const rowOf = ({ scenario, contender, judged, time }: Result): string[] => [
	scenario.name,
	contender.name,
	whole(judged.right),
	whole(lostIn(judged)),
	seconds(time),
	whole(judged.requests),
	whole(judged.tokens),
	whole(judged.paidAgain),
];

const targetsOf = ({ scenario, contender, judged }: Result): Target[] =>
	[
		atLeast('Rows back', judged.back, ROWS, whole),
		atMost('Rows lost', lostIn(judged), 0, whole),
		atMost('Rows wrong or repeated', judged.wrong + judged.repeated, 0, whole),
		atMost('People paid again', judged.paidAgain, 0, whole),
		atMost('Tokens wasted', judged.wasted, 0, whole),
	].map((target) => ({ ...target, where: `${scenario.name}, ${contender.name}` }));
