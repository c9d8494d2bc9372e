import type { INodeExecutionData } from 'n8n-workflow';
import { deferAll, run, type Run } from '../run/run';
import { ACCOUNT_LIMITS } from './panel/settings';
import { routeForAccount } from './read/accountRoute';
import { ParameterReader } from './read/parameterReader';
import type { Job } from './read/job';
import { driftHint, errorsKeptHint, hint, serviceSays } from './tell/hints';
import { isFatal, throwIfUnanswered } from './write/rowErrors';
import type { AccountOperation } from './spec/operation';
import { writeAccount } from './write/writeAccount';

const POLICY = { onNotFound: 'error', onLimit: 'error', onBlocked: 'defer' } as const;

/** Runs an account operation. Rows with the same parameters share one request. */
export async function executeAccount(job: Job, operation: AccountOperation): Promise<INodeExecutionData[][]> {
	const { host, items, node, caller, onError } = job;
	const parameters = new ParameterReader(host, items);
	const route = routeForAccount(operation);
	const routes = items.map((_, index) => route(parameters.row(index)));
	const connection = await job.connect();
	const done: Run =
		connection.is === 'ready'
			? await run(routes, ACCOUNT_LIMITS, connection.env)
			: deferAll(routes, connection.stop);
	if (caller === 'agent') return writeAccount(operation, done.rows, parameters, 'agent');
	if (onError === 'stop') throwIfUnanswered(node, done.rows, POLICY);
	addHints(job, done);
	return writeAccount(
		operation,
		done.rows,
		parameters,
		onError === 'error_output' ? 'workflow_with_error_output' : 'workflow',
	);
}

function addHints({ host, onError }: Job, { rows, stats, stop }: Run): void {
	const words = serviceSays(stop, rows).trim();
	if (words !== '') host.addExecutionHints(hint('warning', words));
	if (stats.drift.size > 0) host.addExecutionHints(driftHint(stats.drift));
	const unanswered = rows.filter(({ outcome }) => isFatal(outcome, POLICY)).length;
	if (onError === 'stop' && unanswered > 0) host.addExecutionHints(errorsKeptHint(unanswered));
}
