import { join } from 'node:path';
import { exitOnSignal } from '../../n8n/engine/exitOnSignal';
import { US } from '../contenders/contenders';
import { EMAILS, PROFILES } from '../job';
import { seconds, whole } from '../report';
import { makeSheet } from '../sheet';
import { inWarmSession, repeatTrial } from '../testbed/run';
import { makeTemplate, SERVICE } from '../testbed/session';
import { byFunction, byOwner, readProfile, selfTimes } from './profile';

const SCENARIOS = [
	{ title: 'A large sheet in batches', job: EMAILS, sheet: makeSheet(100_000, 0.3), latency: 0 },
	{ title: 'Lookups one by one', job: PROFILES, sheet: makeSheet(5_000, 0), latency: SERVICE.latency },
];
const LINES = 15;

async function main(): Promise<void> {
	exitOnSignal();
	const template = await makeTemplate();
	try {
		for (const { title, job, sheet, latency } of SCENARIOS) {
			// V8 writes the profile when n8n ends, into a folder that outlives the session.
			const folder = join(template.folder, job.tool);
			const nodeArgs = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
			const [{ cost }] = await inWarmSession(
				{ template, contender: US, job, settings: { latency }, nodeArgs },
				async (session) => repeatTrial(session, US, job, sheet, 1),
			);
			const profile = readProfile(folder);
			const times = selfTimes(profile, cost.between);
			const lines = [byOwner, byFunction].flatMap((group) => [
				'',
				...group(profile, times).slice(0, LINES).map(line),
			]);
			function line([name, time]: [string, number]): string {
				const [ms, perRow] = [(time / 1_000).toFixed(0), (time / sheet.length).toFixed(1)];
				return `${ms.padStart(9)} ms ${perRow.padStart(9)} µs per row  ${name}`;
			}
			process.stdout.write(
				`\n${title}: ${whole(sheet.length)} rows in ${seconds(cost.wall)}\n${lines.join('\n')}\n`,
			);
		}
	} finally {
		await template.stop();
	}
}

void main();
