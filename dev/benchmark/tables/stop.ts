import { setTimeout as sleep } from 'node:timers/promises';
import { workflowOf, type Contender } from '../contenders/contender';
import { CONTENDERS } from '../contenders/contenders';
import { whole } from '../figures';
import { beginMeasuring } from '../ground/measure';
import { startSession } from '../ground/session';
import { warmUp } from '../ground/trial';
import { PROFILES } from '../job';
import { makeSheet } from '../sheet';
import { eventually } from '../../n8n/instance/eventually';
import type { Rest } from '../../n8n/instance/rest';
import { atMost, type Bench, type Measurement } from './table';

const ROWS = 2_000;
/** Stop is pressed when so many requests have come. */
const BEFORE = 100;
const GRACE_MS = 250;
/** How long is watched what still comes. */
const WATCHED_MS = 10_000;

/** What came after Stop. */
interface After {
	before: number;
	/** Since Stop was pressed, and later than the grace. */
	requests: number;
	late: number;
	/** ms from Stop to the last one; null where none came. */
	last: number | null;
}

/** Table 5b: Stop in the middle of a run. */
export const stop: Measurement = async (bench) => {
	const afters: Array<{ contender: Contender; after: After }> = [];
	for (const contender of CONTENDERS) afters.push({ contender, after: await pressStop(bench, contender) });
	return {
		id: '5b',
		title: 'Stop in the middle',
		work: `${whole(ROWS)} e-mails to profiles; Stop is pressed once ${BEFORE} requests have come, and the service is watched for ${WATCHED_MS / 1_000} s more.`,
		head: ['', 'requests before', 'requests after', `later than ${GRACE_MS} ms`, 'last one after'],
		rows: afters.map(({ contender: { letter, name }, after }) => [
			`${letter}, ${name}`,
			whole(after.before),
			whole(after.requests),
			whole(after.late),
			after.last === null ? '-' : `${whole(after.last)} ms`,
		]),
		targets: [atMost(`Requests later than ${GRACE_MS} ms after Stop`, afters[0].after.late, 0, whole)],
		notes: [
			'n8n throws away what a node had answered when Stop is pressed, and stores the execution without it. No node can keep it.',
		],
		charts: [],
	};
};

async function pressStop({ template, say }: Bench, contender: Contender): Promise<After> {
	const session = await startSession(template);
	try {
		await warmUp(session, contender, PROFILES);
		const { sandbox, rest, access } = session;
		sandbox.ledger.clear();
		const sheet = makeSheet(ROWS, 0);
		const run = await beginMeasuring(session, sheet, (runUrl) =>
			workflowOf(contender.part(PROFILES, access), runUrl),
		);
		await eventually(`${BEFORE} requests`, () =>
			Promise.resolve(sandbox.ledger.requests().length >= BEFORE || undefined),
		);
		// Until it is looked at, what becomes of it is nobody's defect.
		run.done.catch(() => undefined);
		const pressed = sandbox.now();
		await retriedStop(rest, run.executionId);
		await sleep(WATCHED_MS);
		const times = sandbox.ledger.requests().map(({ time }) => time - pressed);
		const later = times.filter((ms) => ms > 0);
		await run.done;
		const after = {
			before: times.length - later.length,
			requests: later.length,
			late: later.filter((ms) => ms > GRACE_MS).length,
			last: later.length > 0 ? Math.max(...later) : null,
		};
		say(`  ${contender.letter}, ${contender.name}: ${whole(after.late)} requests later than ${GRACE_MS} ms`);
		return after;
	} finally {
		await session.stop();
	}
}

/** An n8n that is busy refuses for a while; the time counts from when Stop was pressed first. */
const retriedStop = async (rest: Rest, executionId: string) =>
	await eventually(
		'Stop',
		async () =>
			await rest.call('POST', `executions/${executionId}/stop`).then(
				() => true,
				() => undefined,
			),
	);
