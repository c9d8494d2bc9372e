import type { Rest } from '../../../dev/n8n/instance/rest';

interface Condition {
	columnName: string;
	condition: 'eq' | 'neq';
	value: unknown;
}

export type TableRow = Record<string, unknown>;

const PAGE = 250;

export class Table {
	private constructor(
		private readonly rest: Rest,
		private readonly path: string,
	) {}

	static async open(rest: Rest, name: string): Promise<Table> {
		const { id: project } = (await rest.call('GET', 'projects/personal')) as { id: string };
		const path = `projects/${project}/data-tables`;
		const { data } = (await rest.call('GET', path)) as { data: Array<{ id: string; name: string }> };
		const table = data.find((one) => one.name === name);
		if (table === undefined) throw new Error(`n8n has no data table named ${name}`);
		return new Table(rest, `${path}/${table.id}`);
	}

	async rows(): Promise<TableRow[]> {
		const rows: TableRow[] = [];
		for (;;) {
			const path = `${this.path}/rows?skip=${rows.length}&take=${PAGE}&sortBy=id:asc`;
			const { count, data } = (await this.rest.call('GET', path)) as { count: number; data: TableRow[] };
			rows.push(...data);
			if (rows.length >= count) return rows;
		}
	}

	async update(data: TableRow, filters: Condition[]): Promise<void> {
		await this.rest.call('PATCH', `${this.path}/rows`, { data, filter: { type: 'and', filters } });
	}

	async drop(): Promise<void> {
		await this.rest.call('DELETE', this.path);
	}
}
