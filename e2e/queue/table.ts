import type { Rest } from '../../host/rest';

/** A row of the data table that the example fills. */
export interface TableRow {
	id: number;
	contact_id: string;
	linkedin: string | null;
	identifier: string | null;
	part: number | null;
	enriched_status: string | null;
	enriched_personal_email: string | null;
}

/** A condition on a column. */
export type Condition = { columnName: string; condition: 'eq' | 'neq' | 'isNotEmpty'; value: unknown };

const NAME = 'Contacts to Enrich';
const PAGE = 250;

/** n8n's data table of the examples, over the REST interface that its own editor uses. */
export class Table {
	private constructor(
		private readonly rest: Rest,
		private readonly path: string,
	) {}

	/** @throws where the workflow has not made it yet */
	static async open(rest: Rest): Promise<Table> {
		const { id: project } = (await rest.call('GET', 'projects/personal')) as { id: string };
		const { data } = (await rest.call('GET', `projects/${project}/data-tables`)) as { data: Array<{ id: string; name: string }> };
		const table = data.find(({ name }) => name === NAME);
		if (table === undefined) throw new Error(`n8n has no data table named ${NAME}`);
		return new Table(rest, `projects/${project}/data-tables/${table.id}`);
	}

	/** How many rows meet all conditions. */
	async count(...conditions: Condition[]): Promise<number> {
		return (await this.page(0, 1, conditions)).count;
	}

	/** The rows that meet all conditions, in the order in which they were loaded. */
	async rows(...conditions: Condition[]): Promise<TableRow[]> {
		const rows: TableRow[] = [];
		for (;;) {
			const { count, data } = await this.page(rows.length, PAGE, conditions);
			rows.push(...data);
			if (rows.length >= count) return rows;
		}
	}

	/** Changes the rows that meet all conditions. */
	async update(data: Partial<TableRow>, ...filters: Condition[]): Promise<void> {
		await this.rest.call('PATCH', `${this.path}/rows`, { data, filter: { type: 'and', filters } });
	}

	/** Removes it with all its rows. */
	async drop(): Promise<void> {
		await this.rest.call('DELETE', this.path);
	}

	private async page(skip: number, take: number, filters: Condition[]): Promise<{ count: number; data: TableRow[] }> {
		const filter = filters.length === 0 ? '' : `&filter=${encodeURIComponent(JSON.stringify({ type: 'and', filters }))}`;
		return (await this.rest.call('GET', `${this.path}/rows?skip=${skip}&take=${take}${filter}`)) as { count: number; data: TableRow[] };
	}
}
