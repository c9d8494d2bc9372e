// Runs the packed node in n8n's engine, and prints the statuses of its rows and the memory of this process. Usage: node
// --max-old-space-size=<MB> --import tsx measure.ts <base URL> <API key> <rows> <simplified or raw>
import { exitOnSignal } from '../../n8n/engine/exitOnSignal';
import { NodeTypes } from '../../n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../../n8n/engine/packedNode';
import { runNode } from '../../n8n/engine/runNode';

const [baseUrl, apiKey, rows, output] = process.argv.slice(2);

/** What a measurement prints, as JSON. */
export interface Measured {
	/** By status. */
	rows: Record<string, number>;
	/** MB. */
	peakRss: number;
	peakHeap: number;
	seconds: number;
}

async function main(packageFolder: string): Promise<Measured> {
	let peakHeap = 0;
	const look = () => (peakHeap = Math.max(peakHeap, process.memoryUsage().heapUsed));
	const looking = setInterval(look, 10);
	const started = performance.now();
	const { error, arrived } = await runNode({
		types: await NodeTypes.load(packageFolder),
		node: {
			type: 'n8n-nodes-identity-resolution.identityResolution',
			parameters: {
				resource: 'businessProfile',
				operation: 'findByLinkedin',
				linkedinUrl: '={{ $json.who }}',
				output,
			},
		},
		items: Array.from({ length: Number(rows) }, (_, row) => ({
			json: { who: `https://www.linkedin.com/in/person-${row}` },
		})),
		credentials: { identityResolutionApi: { baseUrl, apiKey } },
		outputs: 1,
	});
	look();
	clearInterval(looking);
	if (error) throw error;
	const counts: Record<string, number> = {};
	for (const { json } of arrived[0]) {
		const status = String(json.enriched_status);
		counts[status] = (counts[status] ?? 0) + 1;
	}
	return {
		rows: counts,
		peakRss: Math.round(process.resourceUsage().maxRSS / 1024),
		peakHeap: Math.round(peakHeap / 1e6),
		seconds: Math.round(performance.now() - started) / 1000,
	};
}

exitOnSignal();
const given = process.env.PACKED_NODE;
const folder = given ?? unpackNode();
void main(folder)
	.then((measured) => process.stdout.write(`${JSON.stringify(measured)}\n`))
	.finally(() => {
		if (given === undefined) removePackedNode(folder);
	});
