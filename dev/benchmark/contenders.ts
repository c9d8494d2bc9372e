import { NODE_TYPE, type WorkflowFile, type WorkflowNode, workflowNode } from '../n8n/instance/workflow';
import type { Job } from './job';
import type { Access } from './session';

export interface Contender {
	name: string;
	/** The one node of the workflow between its rows and its receipt. */
	step(job: Job, access: Access): WorkflowNode;
	/** The columns that it returns. */
	status: string;
	answer(job: Job): string;
}

/** @param folder in which `Rows` reads the sheet, and both nodes write their marks */
export function workflowOf(contender: Contender, job: Job, access: Access, folder: string): WorkflowFile {
	const { status } = contender;
	const end = { mark: 'end', folder, status, answer: contender.answer(job) };
	const nodes = [
		workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1),
		workflowNode('Rows', 'CUSTOM.benchMark', 1, { mark: 'start', folder }),
		contender.step(job, access),
		workflowNode('Receipt', 'CUSTOM.benchMark', 1, end),
	];
	const links = nodes
		.slice(1)
		.map(({ name }, place): [string, WorkflowFile['connections'][string]] => [
			nodes[place].name,
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]);
	return { name: 'Benchmark', nodes, connections: Object.fromEntries(links), settings: { executionOrder: 'v1' } };
}

export const US: Contender = {
	name: 'This node',
	step({ column, ours }, access) {
		const { resource, operation, field } = ours;
		const parameters = { resource, operation, [field]: `={{ $json.${column} }}` };
		const step = workflowNode('Identity Resolution', NODE_TYPE, 1, parameters);
		return { ...step, credentials: { identityResolutionApi: access.ours } };
	},
	status: 'enriched_status',
	answer: ({ ours }) => ours.answer,
};

/** JavaScript for a request's body, and for its rows. A batch repeats the input of each row. */
const take = ({ field, batch }: Job): { body: string; rows: string } =>
	batch === null
		? { body: `{ ${field}: group[0] }`, rows: `[{ input: group[0], status: body.status, ...body.results }]` }
		: {
				body: `{ ${batch.field}: group }`,
				rows: `body.results.filter((row) => row.status === 'not_found' || row[ANSWER])`,
			};

const code = (job: Job, { baseUrl, apiKey }: Access): string => `const ANSWER = '${job.answer}';
const BATCH = ${job.batch?.most ?? 1};
const CONCURRENCY = 20;
const RETRIES = 3;
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const items = $input.all();
const cellOf = (item) => String(item.json.${job.column} ?? '').trim();
const cells = [...new Set(items.map(cellOf))].filter((cell) => cell !== '');
const queue = [];
for (let start = 0; start < cells.length; start += BATCH) queue.push(cells.slice(start, start + BATCH));

const post = async (body) => {
	for (let attempt = 0; ; attempt++) {
		let wait = 1;
		try {
			const response = await this.helpers.httpRequest({
				method: 'POST',
				url: '${baseUrl}/${job.tool}',
				headers: { Authorization: 'Bearer ${apiKey}' },
				body,
				json: true,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
			});
			if (response.statusCode !== 429 && response.statusCode < 500) return response;
			wait = Number(response.headers['retry-after'] ?? 1);
		} catch {}
		if (attempt === RETRIES) return null;
		await sleep(wait);
	}
};

const answers = new Map();
const work = async () => {
	for (let group = queue.shift(); group; group = queue.shift()) {
		const response = await post(${take(job).body});
		if (response?.statusCode === 402) queue.length = 0;
		if (response?.statusCode !== 200) continue;
		const { body } = response;
		for (const row of ${take(job).rows}) {
			answers.set(row.input, { status: row.status, answer: row[ANSWER] ?? null });
		}
	}
};
await Promise.all(Array.from({ length: CONCURRENCY }, work));

const failed = { status: 'failed', answer: null };
return items.map((item) => ({ json: { ...item.json, ...(answers.get(cellOf(item)) ?? failed) } }));`;

export const CODE_NODE: Contender = {
	name: 'Code node',
	step: (job, access) => workflowNode('Code', 'n8n-nodes-base.code', 2, { jsCode: code(job, access) }),
	status: 'status',
	answer: () => 'answer',
};

export const COMPARED: readonly string[] = [
	'**This node**: at its defaults: batches of 100 if the tool takes them, at most 20 requests in flight.',
	'**Code node**: by a skilled user: equal cells once, the same batches, 20 requests at once, ' +
		'three retries that obey Retry-After, which the service rounds up to a second.',
];
