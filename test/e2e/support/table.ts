import type { Rest } from '../../../dev/n8n/instance/rest';

/** A condition on a column. */
export type Condition = { columnName: string; condition: 'eq' | 'neq' | 'isNotEmpty'; value: unknown };

const PAGE = 250;

/** A data table of n8n, over the REST interface that its own editor uses. */
export class Table<Row> {
	private constructor(
		private readonly rest: Rest,
		private readonly path: string,
	) {}

	/** @throws where there is none of this name yet */
	static async open<Row>(rest: Rest, name: string): Promise<Table<Row>> {
		const { id: project } = (await rest.call('GET', 'projects/personal')) as { id: string };
		const { data } = (await rest.call('GET', `projects/${project}/data-tables`)) as {
			data: Array<{ id: string; name: string }>;
		};
		const table = data.find((one) => one.name === name);
		if (table === undefined) throw new Error(`n8n has no data table named ${name}`);
		return new Table(rest, `projects/${project}/data-tables/${table.id}`);
	}

	/** How many rows meet all conditions. */
	async count(...conditions: Condition[]): Promise<number> {
		return (await this.page(0, 1, conditions)).count;
	}

	/** The rows that meet all conditions, in the order in which they were put in. */
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

	/** Removes it with all its rows. */
	async drop(): Promise<void> {
		await this.rest.call('DELETE', this.path);
	}

	private async page(skip: number, take: number, filters: Condition[]): Promise<{ count: number; data: Row[] }> {
		const filter =
			filters.length === 0 ? '' : `&filter=${encodeURIComponent(JSON.stringify({ type: 'and', filters }))}`;
		const path = `${this.path}/rows?skip=${skip}&take=${take}&sortBy=id:asc${filter}`;
		return (await this.rest.call('GET', path)) as { count: number; data: Row[] };
	}
}
