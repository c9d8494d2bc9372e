import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import type { Job } from '../job';

/** Of a tool that takes batches. */
type BatchJob = Job & { batch: NonNullable<Job['batch']> };
type Answer = IDataObject | null;

interface Response {
	statusCode: number;
	headers: Record<string, string>;
	body: { results: IDataObject[] };
}

const CREDENTIAL = 'identityResolutionApi';
const IN_FLIGHT = 20;
/** As many as this package's node fills besides the answer. */
const COLUMNS = 4;

/**
 * The host's floor: the least that a node can do to look up each person once, obey Retry-After and return the same
 * items. It knows this sandbox's answers only, and any failure but a rate limit ends it.
 */
export class BareLookup implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Benchmark Bare Lookup',
		name: 'benchBareLookup',
		group: ['transform'],
		version: 1,
		description: 'The least that a node can do',
		defaults: { name: 'Bare Lookup' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [{ displayName: 'Job', name: 'job', type: 'json', default: '{}', noDataExpression: true }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const job = JSON.parse(this.getNodeParameter('job', 0) as string) as BatchJob;
		const cells = items.map(({ json }) => canonical(json[job.column]));
		const lookUp = await lookupWith(this, job);
		const answers = new Map<string, Answer>();
		const queue = chunks([...new Set(cells)], job.batch.most);
		const work = async () => {
			for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift())
				for (const [cell, answer] of await lookUp(chunk)) answers.set(cell, answer);
		};
		await Promise.all(Array.from({ length: IN_FLIGHT }, work));
		return [
			items.map(({ json }, row) => ({
				json: { ...json, ...outputColumns(answers.get(cells[row]) ?? null, job) },
				pairedItem: { item: row },
			})),
		];
	}
}

function canonical(cell: unknown): string {
	const text = String(cell).trim().toLowerCase();
	return /\/in\/([^/?#]+)/.exec(text)?.[1] ?? text;
}

/** Fills columns from any fields of the answer. */
function outputColumns(answer: Answer, { answer: field, ours }: Job): IDataObject {
	const values = Object.values(answer ?? {});
	return {
		enriched_status: answer ? 'found' : 'not_found',
		enriched_reason: null,
		enriched_retry_at: null,
		...Object.fromEntries(
			Array.from({ length: COLUMNS }, (_, place) => [`enriched_${place}`, values[place] ?? null]),
		),
		[ours.answer]: answer?.[field] ?? null,
	};
}

const chunks = (cells: readonly string[], size: number) =>
	Array.from({ length: Math.ceil(cells.length / size) }, (_, chunk) => cells.slice(chunk * size, (chunk + 1) * size));

async function lookupWith(node: IExecuteFunctions, { tool, batch }: BatchJob) {
	const { baseUrl } = await node.getCredentials<{ baseUrl: string }>(CREDENTIAL);
	const send = node.helpers.httpRequestWithAuthentication.bind(node, CREDENTIAL);
	return async (cells: string[]): Promise<Array<[string, Answer]>> => {
		const request: IHttpRequestOptions = {
			method: 'POST',
			url: `${baseUrl}/${tool}`,
			body: { [batch.field]: cells },
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		};
		let response = (await send(request)) as Response;
		for (; response.statusCode === 429; response = (await send(request)) as Response)
			await sleep(Number(response.headers['retry-after']) * 1_000);
		const { statusCode, body } = response;
		if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
		return body.results.map((row) => [row.input as string, row.status === 'not_found' ? null : row]);
	};
}
