import { listenToLogs } from '../engine/logs';
import { NodeTypes } from '../engine/nodeTypes';
import { removePackedNode, unpackNode } from '../engine/packedNode';
import { runNode } from '../engine/runNode';
import type { INodeExecutionData } from 'n8n-workflow';
import { columnExpression } from './columnExpression';
import type { RunProgress } from './progress';
import type { Sheet } from './readSheet';
import { SHEET_OPERATIONS, type SheetOperation } from './flags';
import { SheetError } from './sheetError';
import type { Totals } from './summary';

export interface Enrichment {
	sheet: Sheet;
	column: string;
	operation: SheetOperation;
	credential: { baseUrl: string; apiKey: string };
	onProgress(progress: RunProgress): void;
	/** Hands out the way to stop the run. */
	onStart(stop: () => void): void;
}

type Progress = RunProgress & Omit<Totals, 'time'>;

/**
 * Runs a sheet through the packed node in n8n's engine.
 * @throws SheetError where the node ended with an error, in the node's own words
 */
export async function enrich(job: Enrichment): Promise<{ items: INodeExecutionData[]; totals: Totals }> {
	const { sheet, column, operation, credential, onProgress, onStart } = job;
	const { resource, parameter } = SHEET_OPERATIONS[operation];
	let last: Progress = { lookups: 0, requests: 0, answered: 0, tokens: 0, tokensAre: 'reported' };
	listenToLogs(({ message, metadata }) => {
		if (message !== 'Identity Resolution') return;
		last = metadata as Progress;
		onProgress(last);
	});
	const folder = unpackNode();
	try {
		const types = await NodeTypes.load(folder);
		const started = performance.now();
		const run = await runNode({
			types,
			node: {
				type: 'n8n-nodes-identity-resolution.identityResolution',
				parameters: { resource, operation, [parameter]: columnExpression(column) },
			},
			items: sheet.rows.map((row) => ({ json: Object.fromEntries(sheet.columns.map((name, cell) => [name, row[cell]])) })),
			credentials: { identityResolutionApi: credential },
			outputs: 1,
			onStart,
		});
		if (run.error) throw new SheetError([run.error.message, run.error.description].filter(Boolean).join('. '));
		return { items: run.outputs[0], totals: { ...last, time: performance.now() - started } };
	} finally {
		removePackedNode(folder);
	}
}
