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
				rows: `body.results.filter((row) => row.status === 'not_found' || row[ANSWERS[tool]])`,
			};

const code = (
	job: Job,
	{ baseUrl, apiKey }: Access,
): string => `const ANSWERS = ${JSON.stringify(Object.fromEntries([job, ...(job.further ?? [])].map(({ tool, answer }) => [tool, answer])))};
const TOOLS = Object.keys(ANSWERS);
const BATCH = ${job.batch?.most ?? 1};
const CONCURRENCY = 20;
const RETRIES = 3;
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const items = $input.all();
const cellOf = (item) => String(item.json.${job.column} ?? '').trim();
const cells = [...new Set(items.map(cellOf))].filter((cell) => cell !== '');
const queue = [];
for (const tool of TOOLS) {
	for (let start = 0; start < cells.length; start += BATCH) queue.push({ tool, group: cells.slice(start, start + BATCH) });
}

const post = async (tool, body) => {
	for (let attempt = 0; ; attempt++) {
		let wait = 1;
		try {
			const response = await this.helpers.httpRequest({
				method: 'POST',
				url: '${baseUrl}/' + tool,
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

const answers = new Map(TOOLS.map((tool) => [tool, new Map()]));
const work = async () => {
	for (let next = queue.shift(); next; next = queue.shift()) {
		const { tool, group } = next;
		const response = await post(tool, ${take(job).body});
		if (response?.statusCode === 402) queue.length = 0;
		if (response?.statusCode !== 200) continue;
		const { body } = response;
		for (const row of ${take(job).rows}) {
			answers.get(tool).set(row.input, { status: row.status, answer: row[ANSWERS[tool]] ?? null });
		}
	}
};
await Promise.all(Array.from({ length: CONCURRENCY }, work));

const failed = { status: 'failed', answer: null };
return items.map((item) => {
	const found = TOOLS.map((tool) => answers.get(tool).get(cellOf(item)) ?? failed);
	const answer = found.map((one) => one.answer ?? '').join(' ').trim() || null;
	return { json: { ...item.json, status: found[0].status, answer } };
});`;

export const codeNode: Contender = {
	name: 'Code node',
	part: (job, access) =>
		singleStep(workflowNode('Code', 'n8n-nodes-base.code', 2, { jsCode: code(job, access) }), {
			status: 'status',
			answer: 'answer',
		}),
};
