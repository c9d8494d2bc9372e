import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../n8n/instance/waitFor';
import type { Contender } from '../contenders/contender';
import { CONTENDERS } from '../contenders/contenders';
import { PROFILES } from '../job';
import { atMost, say, whole, type BenchTable } from '../report';
import { makeSheet } from '../sheet';
import { inWarmSession, startRun } from '../testbed/run';

const ROWS = 2_000;
/** Stop is pressed after so many requests. */
const BEFORE = 100;
const GRACE_MS = 250;
const WATCHED_MS = 10_000;

/** Table 5: Stop in the middle of a run. */
export async function stop(): Promise<BenchTable> {
	const after: number[][] = [];
	for (const contender of CONTENDERS) after.push(await pressStop(contender));
	const late = (times: readonly number[]) => times.filter((ms) => ms > GRACE_MS).length;
	return {
		id: '5',
		title: 'Stop in the middle',
		work: `${whole(ROWS)} emails to profiles. Stop is pressed after ${BEFORE} requests; later requests are counted for ${WATCHED_MS / 1_000} s.`,
		head: ['', 'requests after Stop', `later than ${GRACE_MS} ms`],
		rows: CONTENDERS.map(({ name }, place) => [name, whole(after[place].length), whole(late(after[place]))]),
		targets: [atMost(`Requests later than ${GRACE_MS} ms after Stop`, late(after[0]), 0, whole)],
		notes: [],
	};
}

/** Returns when requests arrived after Stop, in ms. */
const pressStop = async (contender: Contender): Promise<number[]> =>
	await inWarmSession(contender, PROFILES, async (session) => {
		const { sandbox, rest } = session;
		sandbox.ledger.clear();
		const { executionId, ended } = await startRun(session, contender, PROFILES, makeSheet(ROWS, 0));
		// A failure counts when it is awaited below.
		ended.catch(() => undefined);
		await waitFor(
			`${BEFORE} requests`,
			async () => await Promise.resolve(sandbox.ledger.requests().length >= BEFORE || undefined),
		);
		const pressed = sandbox.now();
		// A busy n8n refuses for a while. The time counts from the first press.
		const press = async () =>
			await rest.call('POST', `executions/${executionId}/stop`).then(
				() => true,
				() => undefined,
			);
		await waitFor('Stop', press);
		await sleep(WATCHED_MS);
		const times = sandbox.ledger.requests().map(({ time }) => time - pressed);
		await ended;
		say(`  ${contender.name}: ${times.filter((ms) => ms > GRACE_MS).length} requests later than ${GRACE_MS} ms`);
		return times.filter((ms) => ms > 0);
	});
