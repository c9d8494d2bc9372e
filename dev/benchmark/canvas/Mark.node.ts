import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

/**
 * Begins a measurement by returning the rows of a file, or ends one by recording the rows that arrive; both record the
 * time. Or only returns the rows of a file.
 */
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
		properties: ['mark', 'folder', 'file', 'status', 'answer'].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
			noDataExpression: true,
		})),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const text = (name: string) => this.getNodeParameter(name, 0) as string;
		const now = () => ({ time: Number(process.hrtime.bigint() / 1_000n), cpu: process.cpuUsage() });
		const itemsIn = (file: string) => {
			const rows = JSON.parse(readFileSync(file, 'utf8')) as INodeExecutionData['json'][];
			return rows.map((json) => ({ json, pairedItem: { item: 0 } }));
		};
		if (text('mark') === 'none') return await Promise.resolve([itemsIn(text('file'))]);
		if (text('mark') === 'start') {
			const items = itemsIn(join(text('folder'), 'rows.json'));
			writeFileSync(join(text('folder'), 'start.json'), JSON.stringify(now()));
			return await Promise.resolve([items]);
		}
		const end = now();
		const [status, answer] = [text('status'), text('answer')];
		const columns = answer.split('+');
		const rows = this.getInputData().map(({ json }) => ({
			id: json.id,
			status: json[status],
			answer:
				columns.length === 1
					? json[answer]
					: columns
							.map((name) => json[name] ?? '')
							.join(' ')
							.trim() || null,
		}));
		const file = join(text('folder'), 'end.json');
		writeFileSync(`${file}.tmp`, JSON.stringify({ ...end, rows }));
		renameSync(`${file}.tmp`, file);
		return [[]];
	}
}
