// Runs the packed node in n8n's engine, and prints the statuses of its rows. Usage: node --max-old-space-size=<MB>
// --import tsx measure.ts <base URL> <API key> <rows> <simplified or raw>
import { exitOnSignal } from '../../n8n/engine/exitOnSignal';
import { NodeTypes } from '../../n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../../n8n/engine/packedNode';
import { runNode } from '../../n8n/engine/runNode';

const [baseUrl, apiKey, rows, output] = process.argv.slice(2);

export interface Measured {
	rows: Record<string, number>;
}

async function main(packageFolder: string): Promise<Measured> {
	const parameters = {
		resource: 'businessProfile',
		operation: 'findByLinkedin',
		linkedinUrl: '={{ $json.who }}',
		output,
	};
	const { error, arrived } = await runNode({
		types: await NodeTypes.load(packageFolder),
		node: { type: 'n8n-nodes-identity-resolution.identityResolution', parameters },
		items: Array.from({ length: Number(rows) }, (_, row) => ({
			json: { who: `https://www.linkedin.com/in/person-${row}` },
		})),
		credentials: { identityResolutionApi: { baseUrl, apiKey } },
		outputs: 1,
	});
	if (error) throw error;
	const counts: Record<string, number> = {};
	for (const { json } of arrived[0]) {
		const status = String(json.enriched_status);
		counts[status] = (counts[status] ?? 0) + 1;
	}
	return { rows: counts };
}

exitOnSignal();
const given = process.env.PACKED_NODE;
const folder = given ?? unpackNode();
void main(folder)
	.then((measured) => process.stdout.write(`${JSON.stringify(measured)}\n`))
	.finally(() => {
		if (given === undefined) removePackedNode(folder);
	});
