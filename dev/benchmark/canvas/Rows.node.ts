import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

/** Puts the rows of a measurement on the canvas; the clock starts when it hands them on. */
export class Rows implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Benchmark Rows',
		name: 'benchRows',
		group: ['input'],
		version: 1,
		description: 'Rows of a measurement',
		defaults: { name: 'Rows' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [{ displayName: 'Run URL', name: 'runUrl', type: 'string', default: '', noDataExpression: true }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const runUrl = this.getNodeParameter('runUrl', 0) as string;
		const answer = await fetch(`${runUrl}/rows`);
		const items = ((await answer.json()) as Array<INodeExecutionData['json']>).map((json) => ({
			json,
			pairedItem: { item: 0 },
		}));
		const { ok, status } = await fetch(`${runUrl}/start`, { method: 'POST' });
		if (!ok) throw new Error(`The start was not heard: ${status}`);
		return [items];
	}
}
