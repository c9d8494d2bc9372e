import { listenToLogs } from '../n8n/engine/logs';
import { NodeTypes } from '../n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../n8n/engine/packedNode';
import { runNode } from '../n8n/engine/runNode';
import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { SKIP_ANSWERED } from './answered';
import { columnExpression } from './columnExpression';
import type { RunProgress } from './progress';
import type { Sheet } from './readSheet';
import { SHEET_OPERATIONS, type Flags } from './flags';
import { SheetError } from './sheetError';
import { asItem } from './sheetItem';
import type { Totals } from './summary';

/** Seconds; the node's own default. */
export const MAX_WAIT = 60;

export interface Enrichment extends Pick<Flags, 'operation' | 'skipAnswered' | 'dryRun' | 'maxTokens'> {
	sheet: Sheet;
	column: string;
	credential: { baseUrl: string; apiKey: string };
	onProgress(progress: RunProgress): void;
	/** Hands out the way to stop the run. */
	onStart(stop: () => void): void;
}

export interface Enriched {
	/** In the order of the sheet; none where the run was stopped before the node had begun. */
	items: INodeExecutionData[];
	hints: NodeExecutionHint[];
	totals: Omit<Totals, 'answeredBefore'>;
	ended: 'by_itself' | 'stopped';
}

type Progress = RunProgress & Omit<Enriched['totals'], 'time'>;

/**
 * Runs a sheet through the packed node in n8n's engine.
 * @throws SheetError where the node ended with an error, in the node's own words
 */
export async function enrich(job: Enrichment): Promise<Enriched> {
	const { sheet, column, operation, credential, onProgress, onStart } = job;
	const { skipAnswered, dryRun, maxTokens } = job;
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
				parameters: {
					resource,
					operation,
					[parameter]: columnExpression(column),
					options: { dryRun, ...(skipAnswered ? { skipWhen: SKIP_ANSWERED } : {}) },
					limits: { maxTokens, maxWait: MAX_WAIT },
				},
			},
			items: sheet.rows.map((row) => ({ json: asItem(sheet, row) })),
			credentials: { identityResolutionApi: credential },
			outputs: 1,
			onStart,
		});
		const totals = { ...last, time: performance.now() - started };
		// n8n drops what a stopped run hands on, but the run data holds it.
		if (run.status === 'canceled')
			return { items: run.outputs[0] ?? [], hints: run.hints, totals, ended: 'stopped' };
		if (run.error) throw new SheetError([run.error.message, run.error.description].filter(Boolean).join('. '));
		return { items: run.outputs[0], hints: run.hints, totals, ended: 'by_itself' };
	} finally {
		removePackedNode(folder);
	}
}
