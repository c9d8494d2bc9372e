import type { IDataObject, INodeExecutionData, INodeParameters, NodeExecutionHint } from 'n8n-workflow';
import { GentleStop } from '../n8n/engine/gentleStop';
import { listenToLogs } from '../n8n/engine/logs';
import { NodeTypes } from '../n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../n8n/engine/packedNode';
import { runNode } from '../n8n/engine/runNode';
import { UserError } from './flags';
import { signalsHandled, type Stoppable } from './interrupt';
import type { RunProgress, Totals } from './report';

const NODE_TYPE = 'n8n-nodes-identity-resolution.identityResolution';

export interface Enrichment {
	rows: readonly IDataObject[];
	parameters: INodeParameters;
	credential: { baseUrl: string; apiKey: string };
	onProgress(progress: RunProgress): void;
	onStart(run: Stoppable): void;
}

export interface Enriched {
	/** In the order of the sheet; empty if the run was stopped before the node started. */
	items: INodeExecutionData[];
	hints: NodeExecutionHint[];
	totals: Totals;
	isStopped: boolean;
}

type Progress = Omit<Totals, 'time'>;

export async function enrich(job: Enrichment): Promise<Enriched> {
	const { rows, parameters, credential } = job;
	let last: Progress = { lookups: 0, requests: 0, answered: 0, tokens: 0, tokensAre: 'reported' };
	listenToLogs(({ message, metadata }) => {
		if (message !== 'Identity Resolution') return;
		last = metadata as Progress;
		job.onProgress(last);
	});
	const folder = unpackNode();
	try {
		const types = await NodeTypes.load(folder);
		// Loading blocks the event loop. A Ctrl-C meanwhile ends the process here, before anything is sent.
		await signalsHandled();
		const stop = new GentleStop();
		const started = performance.now();
		const run = await runNode({
			types: types.with({ [NODE_TYPE]: stop.applyTo(types.getByNameAndVersion(NODE_TYPE)) }),
			node: { type: NODE_TYPE, parameters },
			items: rows.map((json) => ({ json })),
			credentials: { identityResolutionApi: credential },
			outputs: 1,
			onStart: (cancel) =>
				job.onStart({
					finish: () => stop.call(),
					abort() {
						stop.call();
						cancel();
					},
				}),
		});
		if (run.error && run.status !== 'canceled') {
			throw new UserError([run.error.message, run.error.description].filter(Boolean).join('. '));
		}
		const totals = { ...last, time: performance.now() - started };
		// n8n passes on no items of a canceled run, but its run data has them.
		return { items: run.outputs[0] ?? [], hints: run.hints, totals, isStopped: stop.isCalled };
	} finally {
		removePackedNode(folder);
	}
}
