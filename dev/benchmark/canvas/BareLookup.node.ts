import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

type Answer = IDataObject | null;

/** An HTTP answer as n8n's helper gives it. */
interface Response {
	statusCode: number;
	headers: Record<string, string>;
	body: { results?: IDataObject | IDataObject[]; status?: string };
}

/**
 * What n8n itself costs: the least that a node can do which asks everybody once, waits as long as it is told to, and hands on the same
 * items. It knows the answers of this sandbox alone, and any failure but a full limit ends it.
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
		credentials: ['benchBareApi', 'identityResolutionApi'].map((name) => ({
			name,
			required: true,
			displayOptions: { show: { credential: [name] } },
		})),
		properties: [
			{
				displayName: 'Credential',
				name: 'credential',
				type: 'string',
				default: 'benchBareApi',
				noDataExpression: true,
			},
			{ displayName: 'Tool', name: 'tool', type: 'string', default: '', noDataExpression: true },
			{ displayName: 'Field', name: 'field', type: 'string', default: '', noDataExpression: true },
			{ displayName: 'Batch Field', name: 'batchField', type: 'string', default: '', noDataExpression: true },
			{ displayName: 'Columns', name: 'columns', type: 'json', default: '{}', noDataExpression: true },
			{ displayName: 'Batch Size', name: 'batchSize', type: 'number', default: 1, noDataExpression: true },
			{ displayName: 'Concurrency', name: 'concurrency', type: 'number', default: 20, noDataExpression: true },
			{
				displayName: 'Column',
				name: 'column',
				type: 'string',
				default: '',
				description: 'Read straight from the item where it is filled',
			},
			{ displayName: 'Identifier', name: 'identifier', type: 'string', default: '' },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const text = (name: string) => this.getNodeParameter(name, 0) as string;
		const size = this.getNodeParameter('batchSize', 0) as number;
		const column = text('column');
		const cells = items.map(({ json }, row) =>
			canonical(column === '' ? this.getNodeParameter('identifier', row) : json[column]),
		);
		const send = await sender(this, text('credential'), text('tool'));
		const ask = size > 1 ? askMany(send, text('batchField')) : askOne(send, text('field'));
		const answers = new Map<string, Answer>();
		const open = inGroups([...new Set(cells)], size);
		const work = async () => {
			for (let group = open.shift(); group !== undefined; group = open.shift())
				for (const [cell, answer] of await ask(group)) answers.set(cell, answer);
		};
		await Promise.all(Array.from({ length: this.getNodeParameter('concurrency', 0) as number }, work));
		const columns = Object.entries(JSON.parse(text('columns')) as Record<string, string>);
		return [
			items.map(({ json }, row) => ({
				json: { ...json, ...written(answers.get(cells[row]) ?? null, columns) },
				pairedItem: { item: row },
			})),
		];
	}
}

/** A person's slug or e-mail, however it is spelled in these sheets. */
function canonical(cell: unknown): string {
	const text = String(cell).trim().toLowerCase();
	return /\/in\/([^/?#]+)/.exec(text)?.[1] ?? text;
}

const written = (answer: Answer, columns: ReadonlyArray<[string, string]>): IDataObject => ({
	enriched_status: answer ? 'found' : 'not_found',
	enriched_found: answer !== null,
	enriched_reason: null,
	enriched_retry_at: null,
	...Object.fromEntries(columns.map(([column, field]) => [column, answer?.[field] ?? null])),
});

const inGroups = (cells: readonly string[], size: number) =>
	Array.from({ length: Math.ceil(cells.length / size) }, (_, group) => cells.slice(group * size, (group + 1) * size));

type Send = (body: IDataObject) => Promise<Response>;

async function sender(node: IExecuteFunctions, credential: string, tool: string): Promise<Send> {
	const { baseUrl } = await node.getCredentials<{ baseUrl: string }>(credential);
	return async (body) => {
		for (;;) {
			const request: IHttpRequestOptions = {
				method: 'POST',
				url: `${baseUrl}/${tool}`,
				body,
				json: true,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
			};
			const response = (await node.helpers.httpRequestWithAuthentication.call(
				node,
				credential,
				request,
			)) as Response;
			if (response.statusCode === 200) return response;
			if (response.statusCode !== 429) throw new Error(`HTTP ${response.statusCode}`);
			await sleep(Number(response.headers['retry-after']) * 1_000);
		}
	};
}

const askOne =
	(send: Send, field: string) =>
	async ([cell]: string[]): Promise<Array<[string, Answer]>> => {
		const { results, status } = (await send({ [field]: cell })).body;
		return [[cell, status === 'not_found' ? null : (results as IDataObject)]];
	};

const askMany =
	(send: Send, field: string) =>
	async (group: string[]): Promise<Array<[string, Answer]>> => {
		const { results } = (await send({ [field]: group })).body;
		return (results as IDataObject[]).map((row) => [row.input as string, row.status === 'not_found' ? null : row]);
	};
