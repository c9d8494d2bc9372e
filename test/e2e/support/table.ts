import type { Rest } from '../../../dev/n8n/instance/rest';

/** A condition on a column. */
export type Condition = { columnName: string; condition: 'eq' | 'neq' | 'isNotEmpty'; value: unknown };

const PAGE = 250;

/** One of n8n's data tables, over the REST interface of its editor. */
export class Table<Row> {
	private constructor(
		private readonly rest: Rest,
		private readonly path: string,
	) {}

	/** @throws if no table has this name */
	static async open<Row>(rest: Rest, name: string): Promise<Table<Row>> {
		const { id: project } = (await rest.call('GET', 'projects/personal')) as { id: string };
		const path = `projects/${project}/data-tables`;
		const { data } = (await rest.call('GET', path)) as { data: Array<{ id: string; name: string }> };
		const table = data.find((one) => one.name === name);
		if (table === undefined) throw new Error(`n8n has no data table named ${name}`);
		return new Table(rest, `${path}/${table.id}`);
	}

	/** @returns how many rows meet all conditions */
	async count(...conditions: Condition[]): Promise<number> {
		return (await this.page(0, 1, conditions)).count;
	}

	/** @returns the rows that meet all conditions, the oldest first */
	async rows(...conditions: Condition[]): Promise<Row[]> {
		const rows: Row[] = [];
		for (;;) {
			const { count, data } = await this.page(rows.length, PAGE, conditions);
			rows.push(...data);
			if (rows.length >= count) return rows;
		}
	}

	/** Changes the rows that meet all conditions. */
	async update(data: Partial<Row>, ...filters: Condition[]): Promise<void> {
		await this.rest.call('PATCH', `${this.path}/rows`, { data, filter: { type: 'and', filters } });
	}

	async drop(): Promise<void> {
		await this.rest.call('DELETE', this.path);
	}

	private async page(skip: number, take: number, filters: Condition[]): Promise<{ count: number; data: Row[] }> {
		const query = new URLSearchParams({ skip: String(skip), take: String(take), sortBy: 'id:asc' });
		if (filters.length > 0) query.set('filter', JSON.stringify({ type: 'and', filters }));
		return (await this.rest.call('GET', `${this.path}/rows?${query.toString()}`)) as { count: number; data: Row[] };
	}
}
