import type { Access } from '../ground/session';
import type { Job } from '../job';
import { codeNode } from './codeNode';
import { inARow, type Contender } from './contender';

/** How the answers of a request are read: a batch repeats what each of its rows was asked by. */
const take = ({ field, batch, answer }: Job): { body: string; rows: string } =>
	batch === null
		? { body: `{ ${field}: group[0] }`, rows: `[{ input: group[0], status: body.status, ...body.results }]` }
		: {
				body: `{ ${batch.field}: group }`,
				rows: `body.results.filter((row) => row.status === 'not_found' || row.${answer})`,
			};

const code = (job: Job, { baseUrl, apiKey }: Access): string => `const BATCH = ${job.batch?.most ?? 1};
const AT_ONCE = 20;
const RETRIES = 3;
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const items = $input.all();
const cellOf = (item) => String(item.json.${job.column} ?? '').trim();
const cells = [...new Set(items.map(cellOf))].filter((cell) => cell !== '');
const open = [];
for (let start = 0; start < cells.length; start += BATCH) open.push(cells.slice(start, start + BATCH));

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
	for (let group = open.shift(); group; group = open.shift()) {
		const response = await post(${take(job).body});
		if (response?.statusCode === 402) open.length = 0;
		if (response?.statusCode !== 200) continue;
		const { body } = response;
		for (const row of ${take(job).rows}) {
			answers.set(row.input, { status: row.status, answer: row.${job.answer} ?? null });
		}
	}
};
await Promise.all(Array.from({ length: AT_ONCE }, work));

const failed = { status: 'failed', answer: null };
return items.map((item) => ({ json: { ...item.json, ...(answers.get(cellOf(item)) ?? failed) } }));`;

/** A Code node by a skilled hand: equal cells once, whole batches, twenty requests at once, three retries. The key stands in the code. */
export const codeBatched: Contender = {
	letter: 'e2',
	name: 'Code node, batched',
	what: 'a Code node by a skilled hand: equal cells once, batches of 100 where the tool takes them, 20 requests at once, three retries that wait as they are told. The key stands in the code.',
	part: (job, access) => inARow([codeNode(code(job, access))], { status: 'status', answer: 'answer' }),
};
