import type { Contender } from '../contenders/contender';
import { CONTENDERS } from '../contenders/contenders';
import { whole } from '../figures';
import { closeWindowAfter } from '../ground/closedWindow';
import { inTurn } from '../ground/inTurn';
import { SERVICE, startSession } from '../ground/session';
import { trial, warmUp } from '../ground/trial';
import { EMAILS } from '../job';
import type { Judgement } from '../judge';
import type { Chart, Target } from '../report/result';
import { countDistinct, makeSheet, truthsOf } from '../sheet';
import { SLOW_TASKS } from './notes';
import { atLeast, atMost, type Bench, type Measurement } from './table';

const ROWS = 5_000;
const DUPLICATES = 0.3;
/** Of the distinct hits. */
const AFFORDED = 0.6;
const CLOSED_MS = 20_000;
/** The window closes when so many lookups were answered. */
const OPEN_FOR = 1_000;
const ERRORS = 0.02;
/** Whole n8ns at a time: nobody's time is measured here, and most contenders only wait. */
const AT_ONCE = 8;

/** What befalls a run. */
interface Scene {
	name: string;
	balance: 'short' | 'enough';
	window: 'closes' | 'open';
	errors: number;
}

const SCENES: readonly Scene[] = [
	{ name: 'balance for 60 % of the hits', balance: 'short', window: 'open', errors: 0 },
	{ name: 'window closed for 20 s', balance: 'enough', window: 'closes', errors: 0 },
	{ name: '2 % of answers 500', balance: 'enough', window: 'open', errors: ERRORS },
	{ name: 'all three', balance: 'short', window: 'closes', errors: ERRORS },
];

const [US] = CONTENDERS;

/** One contender in one scene. */
interface Fate {
	scene: Scene;
	contender: Contender;
	judged: Judgement;
}

/** Table 5: what is left of a sheet when things go wrong. */
export const faults: Measurement = async (bench) => {
	const sheet = makeSheet(ROWS, DUPLICATES);
	const { lookups, hits } = countDistinct(truthsOf(sheet, EMAILS, SERVICE));
	const tokens = Math.floor(hits * AFFORDED);
	// The slowest of the contenders come last, and are begun first.
	const plays = [...CONTENDERS].reverse().flatMap((contender) => SCENES.map((scene) => ({ scene, contender })));
	const played = await inTurn(
		plays,
		AT_ONCE,
		async ({ scene, contender }) => await play(bench, scene, contender, tokens),
	);
	const fates = SCENES.flatMap((scene) => CONTENDERS.map((contender) => fateIn(played, scene, contender)));
	return {
		id: '5',
		title: 'When things go wrong',
		work: `${whole(ROWS)} LinkedIn profiles to personal e-mails, ${whole(lookups)} people, ${whole(hits)} of whom are found. A balance of ${whole(tokens)} tokens; a window that closes for ${CLOSED_MS / 1_000} s once ${whole(OPEN_FOR)} lookups were answered; 500 to ${ERRORS * 100} % of requests. One run each, several at a time.`,
		head: [
			'',
			'contender',
			'rows back',
			'twice',
			'right',
			'wrong',
			'attainable',
			'lost',
			'500s met',
			'paid again',
			'tokens',
			'wasted',
		],
		rows: fates.map(({ scene, contender, judged }) => [
			scene.name,
			`${contender.letter}, ${contender.name}`,
			...[
				judged.back,
				judged.repeated,
				judged.right,
				judged.wrong,
				judged.attainable,
				lost(judged),
				judged.failed,
				judged.paidAgain,
				judged.tokens,
				judged.wasted,
			].map(whole),
		]),
		targets: fates.filter(({ contender }) => contender === US).flatMap(targetsOf),
		notes: [
			SLOW_TASKS,
			'Attainable: the rows that a run could answer which asks everybody once, in the order in which this contender was answered, until the balance is used up.',
			'Few requests meet few failures. The column of 500s counts them: one that meets this node is a batch of up to 100 lookups.',
			'Lost: attainable rows that did not come out right. Paid again: times that somebody was paid for who had been paid for already. Wasted: tokens for which no row came out right, and those paid again.',
		],
		charts: [chart(fates)],
	};
};

async function play({ template, say }: Bench, scene: Scene, contender: Contender, tokens: number): Promise<Fate> {
	const session = await startSession(template);
	try {
		await warmUp(session, contender, EMAILS);
		const { sandbox } = session;
		if (scene.errors > 0)
			sandbox.configure({ faults: [{ kind: 'internal_error', tool: EMAILS.tool, rate: scene.errors }] });
		if (scene.balance === 'short') sandbox.configure({ account: { tokens } });
		sandbox.ledger.clear();
		const endWatch =
			scene.window === 'closes'
				? closeWindowAfter(sandbox, OPEN_FOR, CLOSED_MS)
				: async () => await Promise.resolve();
		const balance = scene.balance === 'short' ? tokens : Infinity;
		const { judged } = await trial(session, contender, EMAILS, makeSheet(ROWS, DUPLICATES), balance).finally(
			endWatch,
		);
		if (scene.errors > 0 && judged.failed === 0) throw new Error(`${contender.name} met no failure of the service`);
		say(
			`  ${scene.name}: ${contender.letter}, ${contender.name}: ${whole(judged.right)} of ${whole(judged.attainable)} attainable rows right`,
		);
		return { scene, contender, judged };
	} finally {
		await session.stop();
	}
}

function fateIn(played: readonly Fate[], scene: Scene, contender: Contender): Fate {
	const found = played.find((fate) => fate.scene === scene && fate.contender === contender);
	if (found === undefined) throw new Error(`${contender.name} was not measured with ${scene.name}`);
	return found;
}

const lost = ({ attainable, right }: Judgement) => Math.max(0, attainable - right);

const targetsOf = ({ scene: { name }, judged }: Fate): Target[] => [
	atLeast(`Rows back, ${name}`, judged.back, ROWS, whole),
	atLeast(`Rows right, ${name}: all that are attainable`, judged.right, judged.attainable, whole),
	atMost(`Rows wrong or there twice, ${name}`, judged.wrong + judged.repeated, 0, whole),
	atMost(`People paid again, ${name}`, judged.paidAgain, 0, whole),
	atMost(`Tokens wasted, ${name}`, judged.wasted, 0, whole),
];

const chart = (fates: readonly Fate[]): Chart => ({
	file: 'faults',
	title: `Rows answered rightly, of ${whole(ROWS)}`,
	unit: 'rows',
	shape: 'bars',
	scale: 'linear',
	along: CONTENDERS.map(({ name }) => name),
	series: SCENES.map((scene) => ({
		name: scene.name,
		values: fates.filter((fate) => fate.scene === scene).map(({ judged }) => judged.right),
	})),
});
