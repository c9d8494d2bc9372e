import { join } from 'node:path';
import { exitOnSignal } from '../../n8n/engine/exitOnSignal';
import { begin } from '../../n8n/instance/endings';
import { temporaryFolder } from '../../n8n/instance/temporaryFolder';
import { thisNode } from '../contenders/thisNode';
import { seconds, whole } from '../figures';
import { SERVICE, startSession } from '../ground/session';
import { makeTemplate } from '../ground/template';
import { trial, warmUp } from '../ground/trial';
import { EMAILS, PROFILES, type Job } from '../job';
import { makeSheet } from '../sheet';
import { busiest, byOwner } from './owners';
import { readProfile, selfTimes } from './profile';

/** What is looked into. */
interface Scene {
	title: string;
	job: Job;
	rows: number;
	duplicates: number;
	/** ms */
	latency: number;
}

const SCENES: readonly Scene[] = [
	{ title: 'A large sheet in batches', job: EMAILS, rows: 100_000, duplicates: 0.3, latency: 0 },
	{ title: 'Lookups one by one', job: PROFILES, rows: 5_000, duplicates: 0, latency: SERVICE.latency },
];
const NODE = 'IdentityResolution.node.js';
const BUSIEST = 15;

const say = (line: string) => {
	process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
	exitOnSignal();
	const { folder, template, stop } = await begin(async (endings) => {
		const made = await makeTemplate();
		endings.add(async () => await made.stop());
		return { folder: temporaryFolder('profile', endings), template: made };
	});
	try {
		for (const [place, { title, job, rows, duplicates, latency }] of SCENES.entries()) {
			const profiles = join(folder, String(place));
			const session = await startSession(template, { latency }, ['--cpu-prof', `--cpu-prof-dir=${profiles}`]);
			const measured = await (async () => {
				await warmUp(session, thisNode(), job);
				return (await trial(session, thisNode(), job, makeSheet(rows, duplicates))).measured;
			})().finally(async () => await session.stop());
			const profile = readProfile(profiles, NODE);
			const times = selfTimes(profile, measured.between);
			say(`\n${title}: ${whole(rows)} rows in ${seconds(measured.wall)}\n`);
			for (const [name, time] of byOwner(profile, times))
				say(
					`  ${(time / 1_000).toFixed(0).padStart(7)} ms  ${(time / rows).toFixed(1).padStart(7)} µs per row  ${name}`,
				);
			say('');
			for (const [name, time] of busiest(profile, times, BUSIEST))
				say(`  ${(time / 1_000).toFixed(0).padStart(7)} ms  ${name}`);
		}
	} finally {
		await stop();
	}
}

void main();
