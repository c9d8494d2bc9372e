import pLimit from 'p-limit';
import type { Contender } from '../contenders/contender';
import { CONTENDERS, US } from '../contenders/contenders';
import { EMAILS, PROFILES, type Job } from '../job';
import type { Judgment } from '../judge';
import type { SettingsPatch } from '../../sandbox/settings';
import { atLeast, atMost, say, whole, type BenchTable, type Target } from '../report';
import { countDistinct, expectedFor, makeSheet } from '../sheet';
import { closeWindowAfter } from '../testbed/limits';
import { SERVICE, type Session } from '../testbed/session';
import { inWarmSession, trial } from '../testbed/run';

const ROWS = 5_000;
const SHEET = makeSheet(ROWS, 0.3);
const { lookups: PEOPLE, hits: HITS } = countDistinct(expectedFor(SHEET, EMAILS, SERVICE));
const TOKENS = Math.floor(HITS * 0.6);
const CLOSED_MS = 20_000;
/** The window closes when so many lookups were answered. */
const OPEN_FOR = 1_000;
const ERRORS = 0.02;
const BROWN_OUT = 0.3;
const BROWN_OUT_MS = 60_000;
/** n8n instances at a time. Times are not measured, and most contenders wait most of the time. */
const INSTANCES = 4;
/** Instances that run at the same time have sandboxes of their own. */
const ANY_PORT = 0;

interface Scenario {
	name: string;
	job?: Job;
	tokens?: number;
	closes?: boolean;
	/** The share of requests that fail, and for how many ms. */
	errors?: number;
	errorsEndAfter?: number;
}

const SCENARIOS: readonly Scenario[] = [
	{ name: 'balance for 60 % of the hits', tokens: TOKENS },
	{ name: 'window closed for 20 s', closes: true },
	{ name: '2 % of answers 500', errors: ERRORS },
	{ name: 'all three', tokens: TOKENS, closes: true, errors: ERRORS },
	{ name: '30 % 500 for a minute', job: PROFILES, errors: BROWN_OUT, errorsEndAfter: BROWN_OUT_MS },
];

const CONTRACT = { offers: 'contract' } as const;

interface Result {
	scenario: Scenario;
	contender: Contender;
	judged: Judgment;
}

type Work = Omit<Result, 'judged'> & { settings?: SettingsPatch };

/** Table 4: what remains of a sheet under faults. */
export async function faults(): Promise<BenchTable> {
	const limit = pLimit(INSTANCES);
	const pairs = SCENARIOS.flatMap((scenario) => CONTENDERS.map((contender): Work => ({ scenario, contender })));
	const ofContract = SCENARIOS.map((scenario): Work => ({
		scenario: { ...scenario, name: `${scenario.name}, the contract's tools alone` },
		contender: US,
		settings: CONTRACT,
	}));
	const results = await Promise.all([...pairs, ...ofContract].map((work) => limit(async () => await measure(work))));
	return {
		id: '4',
		title: 'When things go wrong',
		work: `${whole(ROWS)} LinkedIn profiles to personal emails: ${whole(PEOPLE)} people, of whom ${whole(HITS)} are found. A balance of ${whole(TOKENS)} tokens; a window that closes for ${CLOSED_MS / 1_000} s after ${whole(OPEN_FOR)} lookups; 500 to ${ERRORS * 100} % of requests; 500 to ${BROWN_OUT * 100} % of them for the first minute, with the emails to profiles of the same rows, one by one. One run each, ${INSTANCES} at a time.`,
		head: [
			'',
			'contender',
			'rows back',
			'repeated',
			'right',
			'wrong',
			'attainable',
			'lost',
			'500s',
			'paid again',
			'tokens',
			'wasted',
		],
		rows: results.map(({ scenario, contender, judged: it }) => [
			scenario.name,
			contender.name,
			...[it.back, it.repeated, it.right, it.wrong, it.attainable, Math.max(0, it.attainable - it.right)].map(
				whole,
			),
			...[it.failed, it.paidAgain, it.tokens, it.wasted].map(whole),
		]),
		targets: results.filter(({ contender }) => contender === US).flatMap(targetsOf),
		notes: [
			'Attainable: rows that can be right if each person is looked up once, in the order of this run, until the balance is spent. Lost: attainable rows that are not right.',
			'A contender with few requests gets few 500s. For this node, a 500 affects a batch of up to 100 lookups.',
			'Paid again: charges for a person whose answer had been delivered. Wasted: tokens for people without a right row, and those paid again.',
		],
	};
}

async function measure({ scenario, contender, settings }: Work): Promise<Result> {
	const work = async (session: Session): Promise<Result> => {
		const { name, job = EMAILS, tokens, closes = false, errors = 0, errorsEndAfter = Infinity } = scenario;
		const { sandbox } = session;
		if (errors > 0) sandbox.configure({ faults: [{ kind: 'internal_error', tool: job.tool, rate: errors }] });
		sandbox.configure({ account: { tokens } });
		sandbox.ledger.clear();
		const endWatch = closes ? closeWindowAfter(sandbox, OPEN_FOR, CLOSED_MS) : () => undefined;
		const heal = () => sandbox.configure({ faults: [] });
		const recovery = errorsEndAfter === Infinity ? undefined : setTimeout(heal, errorsEndAfter);
		const { judged } = await trial(session, contender, job, SHEET, tokens).finally(() => {
			clearTimeout(recovery);
			endWatch();
		});
		if (errors > 0 && judged.failed === 0) throw new Error(`${contender.name} met no 500`);
		say(
			`  ${name}, ${contender.name}: ${whole(judged.right)} of ${whole(judged.attainable)} attainable rows right`,
		);
		return { scenario, contender, judged };
	};
	return await inWarmSession(contender, scenario.job ?? EMAILS, work, settings, ANY_PORT);
}

const targetsOf = ({ scenario: { name }, judged }: Result): Target[] => [
	atLeast(`Rows back, ${name}`, judged.back, ROWS, whole),
	atLeast(`Rows right, ${name}: all that are attainable`, judged.right, judged.attainable, whole),
	atMost(`Rows wrong or repeated, ${name}`, judged.wrong + judged.repeated, 0, whole),
	atMost(`People paid again, ${name}`, judged.paidAgain, 0, whole),
	atMost(`Tokens wasted, ${name}`, judged.wasted, 0, whole),
];
