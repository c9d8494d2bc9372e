import type { INodeExecutionData } from 'n8n-workflow';
import type { Limits } from '../run/limits';
import { giveUp, run, type Run } from '../run/run';
import { Cells } from './cells';
import type { Job } from './execute';
import { errorsKeptHint } from './hints';
import { NUMBER_LIMITS } from './limitFields';
import { throwUnanswered } from './nodeErrors';
import type { AccountOperation } from './operation';
import { isError } from './rowErrors';
import { writeAccount } from './writeAccount';

/** Account tools are free and few: no budget bounds them, the rest is as for any lookup by default. */
const LIMITS: Limits = {
	batchSize: 1,
	concurrency: 1,
	maxRunTime: Infinity,
	maxTokens: Infinity,
	maxWait: defaultOf('maxWait') * 1_000,
	reserve: 0,
	retries: defaultOf('retries'),
	onLimit: 'wait',
	onLostAnswer: 'retry',
	onPhoneTokens: 'withoutPhone',
};

const TIMEOUT = defaultOf('timeout') * 1_000;
const POLICY = { onNotFound: 'error', onLimit: 'error' } as const;

/** Asks each distinct question of the account once, for all rows together. */
export async function executeAccount(job: Job, operation: AccountOperation): Promise<INodeExecutionData[][]> {
	const { host, items, node, caller, onError } = job;
	const cells = new Cells(host, items);
	const routes = items.map((_, index) => operation.route(cells.row(index)));
	const connection = await job.connect(TIMEOUT);
	const done: Run = connection.is === 'ready' ? await run(routes, LIMITS, connection.surroundings) : giveUp(routes, connection.stop);
	if (onError === 'stop' && caller === 'workflow') throwUnanswered(node, done.rows, POLICY);
	const unanswered = done.rows.filter(({ outcome }) => isError(outcome, POLICY)).length;
	if (onError === 'stop' && caller === 'workflow' && unanswered > 0) host.addExecutionHints(errorsKeptHint(unanswered));
	const errors = onError === 'error_output' && caller === 'workflow' ? 'own_output' : 'in_results';
	return writeAccount(operation, done.rows, cells, errors);
}

function defaultOf(name: string): number {
	return NUMBER_LIMITS.find((limit) => limit.name === name)?.default ?? 0;
}
