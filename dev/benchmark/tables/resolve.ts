import { codeNode } from '../contenders/codeNode';
import type { Contender } from '../contenders/contender';
import { thisNode } from '../contenders/contenders';
import { BOTH_EMAILS, THREE_WANTS, type Job } from '../job';
import { atLeast, atMost, say, seconds, whole, type BenchTable } from '../report';
import { countDistinct, expectedFor, makeSheet } from '../sheet';
import { inWarmSession, medianOf, repeatTrial, type Trial } from '../testbed/run';
import { RATE_LIMIT_WORDS, withFullBucket } from '../testbed/limits';
import { SERVICE } from '../testbed/session';

const ROWS = 5_000;
const DUPLICATES = 0.3;
const REPEATS = 5;

/** If the profile cost as much as one email, it would be the cheapest tool for two. */
const PRICES = { linkedin_to_business_profile: 2 };

const KINDS: readonly Contender[] = [thisNode(), codeNode];

/** Table 6: two wants of a person, from LinkedIn profiles. */
export const twoWants = async (): Promise<BenchTable> =>
	await resolve({ id: '6', title: 'LinkedIn profiles to work emails and personal emails', job: BOTH_EMAILS });

/** Table 8: three wants. */
export const threeWants = async (): Promise<BenchTable> =>
	await resolve({
		id: '8',
		title: 'LinkedIn profiles to work emails, personal emails and phones',
		job: THREE_WANTS,
	});

async function resolve({ id, title, job }: { id: string; title: string; job: Job }): Promise<BenchTable> {
	const sheet = makeSheet(ROWS, DUPLICATES);
	const wants = 1 + (job.further ?? []).length;
	const { lookups, hits } = countDistinct(expectedFor(sheet, job, SERVICE));
	const measured: Trial[][] = [];
	for (const contender of KINDS) {
		const trials = await inWarmSession(
			contender,
			job,
			async (session) => repeatTrial(session, contender, job, sheet, REPEATS, withFullBucket),
			{ prices: PRICES },
		);
		measured.push(trials);
		say(`  ${contender.name}: ${seconds(medianOf(trials).cost.wall)}`);
	}
	const [node, code] = measured.map(medianOf);
	return {
		id,
		title,
		work: [
			`${whole(ROWS)} rows, ${DUPLICATES * 100} % of them duplicates:`,
			`${whole(lookups)} people, of whom ${whole(hits)} are found.`,
			'An email or a phone costs one token, a profile with both emails two.',
			RATE_LIMIT_WORDS,
			`The sandbox answers after ${SERVICE.latency} ms. The run with the median time of ${REPEATS}.`,
		].join(' '),
		head: ['', 'rows right', 'time', 'requests', 'tokens', 'paid again', 'CPU'],
		rows: KINDS.map(({ name }, place) => {
			const { judged, cost } = medianOf(measured[place]);
			const counts = [judged.requests, judged.tokens, judged.paidAgain].map(whole);
			return [name, whole(judged.right), seconds(cost.wall), ...counts, seconds(cost.cpu)];
		}),
		targets: [
			atLeast('Rows right', node.judged.right, ROWS, whole),
			atLeast('Rows per request', ROWS / node.judged.requests, 20),
			atMost(`Tokens, against ${wants} for each person found`, node.judged.tokens, wants * hits, whole),
			atMost(`Time, against the ${codeNode.name}`, node.cost.wall / code.cost.wall, 1),
		],
		notes: ["CPU: of n8n's main process; a Code node runs in another one."],
	};
}
