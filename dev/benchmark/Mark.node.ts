import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

/** Begins a measurement by returning the rows of a file, or ends one by recording those that arrive, and the time. */
export class Mark implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Benchmark Mark',
		name: 'benchMark',
		group: ['transform'],
		version: 1,
		description: 'Start or end of a measurement',
		defaults: { name: 'Mark' },
		inputs: ['main'],
		outputs: ['main'],
		properties: ['mark', 'folder', 'status', 'answer'].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
			noDataExpression: true,
		})),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const text = (name: string) => this.getNodeParameter(name, 0) as string;
		const now = () => ({ time: Number(process.hrtime.bigint() / 1_000n) });
		if (text('mark') === 'start') {
			const texts = readFileSync(join(text('folder'), 'rows.json'), 'utf8');
			const items = (JSON.parse(texts) as INodeExecutionData['json'][]).map((json) => ({
				json,
				pairedItem: { item: 0 },
			}));
			writeFileSync(join(text('folder'), 'start.json'), JSON.stringify(now()));
			return await Promise.resolve([items]);
		}
		const end = now();
		const [status, answer] = [text('status'), text('answer')];
		const rows = this.getInputData().map(({ json }) => ({
			id: json.id,
			status: json[status],
			answer: json[answer],
		}));
		const file = join(text('folder'), 'end.json');
		writeFileSync(`${file}.tmp`, JSON.stringify({ ...end, rows }));
		renameSync(`${file}.tmp`, file);
		return [[]];
	}
}
