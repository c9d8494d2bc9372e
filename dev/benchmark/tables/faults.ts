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
	{ name: 'short balance', tokens: TOKENS },
	{ name: 'closed window', closes: true },
	{ name: 'few 500s', errors: ERRORS },
	{ name: 'all three', tokens: TOKENS, closes: true, errors: ERRORS },
	{ name: 'many 500s', job: PROFILES, errors: BROWN_OUT, errorsEndAfter: BROWN_OUT_MS },
];

const ON_CONTRACT: Contender = { ...US, name: `${US.name}, contract's tools` };

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
		scenario,
		contender: ON_CONTRACT,
		settings: { offers: 'contract' },
	}));
	const results = await Promise.all([...pairs, ...ofContract].map((work) => limit(async () => await measure(work))));
	return {
		id: '4',
		title: 'When things go wrong',
		work: [
			`${whole(ROWS)} LinkedIn profiles to personal emails:`,
			`${whole(PEOPLE)} people, of whom ${whole(HITS)} are found.`,
			`Short balance: ${whole(TOKENS)} tokens.`,
			`Closed window: for ${CLOSED_MS / 1_000} s, after ${whole(OPEN_FOR)} lookups.`,
			`Few 500s: for ${ERRORS * 100} % of requests.`,
			`Many 500s: for ${BROWN_OUT * 100} % of requests in the first minute,`,
			'with the emails to profiles of the same rows, one by one.',
			"The targets include this node on a sandbox with the contract's tools only. One run each.",
		].join(' '),
		head: ['', ...CONTENDERS.flatMap(({ name }) => [`${name}: lost`, 'paid again'])],
		rows: SCENARIOS.map((scenario) => [
			scenario.name,
			...CONTENDERS.flatMap((contender) =>
				results
					.filter((result) => result.scenario === scenario && result.contender === contender)
					.flatMap(({ judged }) => [lostIn(judged), judged.paidAgain].map(whole)),
			),
		]),
		targets: results.filter(({ contender }) => contender === US || contender === ON_CONTRACT).flatMap(targetsOf),
		notes: [
			'Lost: rows that would be right if each person was looked up once, in the order of this run, until the ' +
				'balance is spent. A contender with few requests gets few 500s.',
			'Paid again: charges for a person whose answer had been delivered.',
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
	return await inWarmSession(contender, scenario.job ?? EMAILS, work, settings);
}

const lostIn = ({ attainable, right }: Judgment) => Math.max(0, attainable - right);
const spoiltIn = ({ wrong, repeated }: Judgment) => wrong + repeated;

const targetsOf = ({ scenario, contender, judged }: Result): Target[] =>
	[
		atLeast('Rows back', judged.back, ROWS, whole),
		atMost('Rows lost', lostIn(judged), 0, whole),
		atMost('Rows wrong or repeated', spoiltIn(judged), 0, whole),
		atMost('People paid again', judged.paidAgain, 0, whole),
		atMost('Tokens wasted', judged.wasted, 0, whole),
	].map((target) => ({ ...target, where: `${scenario.name}, ${contender.name}` }));
