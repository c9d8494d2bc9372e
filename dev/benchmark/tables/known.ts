import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { NodeTypes } from '../../n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../../n8n/engine/packedNode';
import { runNode } from '../../n8n/engine/runNode';
import { NODE_TYPE } from '../../n8n/instance/workflow';
import { startSandbox } from '../../sandbox/server';
import { codeNode } from '../contenders/codeNode';
import type { Contender } from '../contenders/contender';
import { parametersOf, thisNode, withKnown } from '../contenders/contenders';
import { BOTH_EMAILS, EMAILS, WORK_EMAILS, type Job } from '../job';
import { atLeast, atMost, seconds, whole, type BenchTable, type Target } from '../report';
import { expectedFor, makeSheet, type SheetRow } from '../sheet';
import { limitedTrials, medianOf, type Trial } from '../testbed/run';
import { PORT, SERVICE, SIGNING_SECRET, WIDE } from '../testbed/session';

const ROWS = 5_000;
const OVERLAP = 0.6;
const REPEATS = 3;
/** A profile that cost as little as an email would be looked up instead of both. */
const PRICES = { linkedin_to_business_profile: 2 };

const FIRST = makeSheet(ROWS, 0);
const SECOND = makeSheet(ROWS, 0, ROWS * (1 - OVERLAP));

const CASES: ReadonlyArray<{ name: string; before: Job; job: Job }> = [
	{ name: 'personal emails twice', before: EMAILS, job: EMAILS },
	{
		name: 'work emails, then both',
		before: WORK_EMAILS,
		job: BOTH_EMAILS,
	},
];

interface Result {
	name: string;
	contender: Contender;
	median: Trial;
	/** Tokens for what no earlier lookup has answered. */
	least: number;
}

/** Table 9: a second workflow over people of the first. */
export async function known(): Promise<BenchTable> {
	const results: Result[] = [];
	for (const { name, before, job } of CASES) {
		const file = join(mkdtempSync(join(tmpdir(), 'known-')), 'known.json');
		try {
			writeFileSync(file, JSON.stringify(await outputOf(before, FIRST)));
			for (const contender of [thisNode(), withKnown(file), codeNode])
				results.push({
					name,
					contender,
					least: leastTokens(before, job),
					median: medianOf(await limitedTrials(contender, job, SECOND, REPEATS, PRICES)),
				});
		} finally {
			rmSync(dirname(file), { recursive: true });
		}
	}
	return {
		id: '9',
		title: 'A second workflow over people of the first',
		work: [
			`Two sheets of ${whole(ROWS)} LinkedIn profiles, ${OVERLAP * 100} % of them in both.`,
			'The first workflow has stored its output; the second is measured, under the conditions of table 1.',
			`The run with the median time of ${REPEATS}.`,
		].join(' '),
		head: ['', '', 'rows right', 'time', 'tokens', 'least tokens'],
		rows: results.map(({ name, contender, median: { judged, cost }, least }) => [
			name,
			contender.name,
			whole(judged.right),
			seconds(cost.wall),
			...[judged.tokens, least].map(whole),
		]),
		targets: CASES.flatMap(({ name }) => targetsOf(results.filter((result) => result.name === name))),
		notes: [
			'Least tokens: one for each part of a person that the first workflow has not looked up, and that is found.',
		],
	};
}

/** @param results of this node, then with Known, then of the Code node */
function targetsOf([, { name, median, least }, skilled]: readonly Result[]): Target[] {
	const { judged, cost } = median;
	const bound = skilled.median.cost.wall + SERVICE.latency;
	return [
		atLeast('Rows right', judged.right, ROWS, whole),
		atMost('Tokens', judged.tokens, least, whole),
		atMost(`Time, against the ${skilled.contender.name} plus one answer`, cost.wall, bound, seconds),
	].map((target) => ({ ...target, where: name }));
}

async function outputOf(job: Job, sheet: readonly SheetRow[]): Promise<IDataObject[]> {
	const sandbox = await startSandbox({ port: PORT, settings: { ...WIDE, latency: 0, prices: PRICES } });
	const folder = unpackNode();
	try {
		const { error, arrived } = await runNode({
			types: await NodeTypes.load(folder),
			node: { type: NODE_TYPE, parameters: parametersOf(job, { knownAnswers: true }) },
			items: sheet.map((json) => ({ json: json as IDataObject })),
			laterInputs: { 2: [{ json: {} }] },
			credentials: {
				identityResolutionApi: { baseUrl: sandbox.url, apiKey: sandbox.key, signingSecret: SIGNING_SECRET },
			},
			outputs: 1,
		});
		if (error) throw error;
		return arrived[0].map(({ json }) => ({ enriched_answers: json.enriched_answers }));
	} finally {
		removePackedNode(folder);
		await sandbox.close();
	}
}

function leastTokens(before: Job, job: Job): number {
	const inFirst = new Set(expectedFor(FIRST, before, SERVICE).map(({ key }) => key));
	const tools = [job.tool, ...(job.further ?? []).map(({ tool }) => tool)];
	const isKnown = (tool: string, key: string) => tool === before.tool && inFirst.has(key);
	return expectedFor(SECOND, job, SERVICE)
		.filter(({ answer }) => answer !== null)
		.reduce((sum, { key }) => sum + tools.filter((tool) => !isKnown(tool, key)).length, 0);
}
