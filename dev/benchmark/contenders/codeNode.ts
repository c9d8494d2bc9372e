import { workflowNode } from '../../n8n/instance/workflow';
import type { Job } from '../job';
import type { Access } from '../testbed/session';
import { singleStep, type Contender } from './contender';

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

export const codeNode: Contender = {
	name: 'Code node',
	part: (job, access) =>
		singleStep(workflowNode('Code', 'n8n-nodes-base.code', 2, { jsCode: code(job, access) }), {
			status: 'status',
			answer: 'answer',
		}),
};
