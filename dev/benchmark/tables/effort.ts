import { CONTENDERS } from '../contenders/contenders';
import { effortOf } from '../contenders/effort';
import type { Access } from '../ground/session';
import { EMAILS } from '../job';
import type { BenchTable } from '../report/result';
import { atMost, type Measurement } from './table';

const MOST_NODES = 1;
const CREDENTIAL = { id: 'example', name: 'Example' };
/** What stands in the nodes changes nothing of how many there are. */
const ACCESS: Access = {
	ours: CREDENTIAL,
	bare: CREDENTIAL,
	header: CREDENTIAL,
	baseUrl: 'https://api.example.com/api/v1/tools',
	apiKey: 'example_key',
};

/** Table 6: what a user has to build. Nobody is asked. */
export const effort: Measurement = async () => effortTable();

export function effortTable(): BenchTable {
	const efforts = CONTENDERS.map(({ letter, name, part }) => ({
		name: `${letter}, ${name}`,
		needed: effortOf(part(EMAILS, ACCESS)),
	}));
	const [{ needed: ours }] = efforts;
	return {
		id: '6',
		title: 'Nodes on the canvas and parameters set for the same job',
		work: 'LinkedIn profiles to personal e-mails: counted between the rows of the sheet and what is written back to it.',
		head: ['', 'nodes', 'parameters', 'lines of code'],
		rows: efforts.map(({ name, needed: { nodes, parameters, code } }) => [
			name,
			...[nodes, parameters, code].map(String),
		]),
		targets: [atMost('Nodes that this node needs', ours.nodes, MOST_NODES, String)],
		notes: [
			'Parameters that are left at their default do not count, nor does what the editor writes by itself. Code counts as one parameter.',
		],
		charts: [],
	};
}
