import type { INode, INodeExecutionData } from 'n8n-workflow';
import { isTruthy } from '../api/json';
import { receivedAnswers, type AnswerCache } from '../run/answerStore';
import { inSlices, type Connection, type Limits } from '../run/environment';
import type { Route } from '../run/lookup';
import type { SettledRow } from '../run/rows';
import { deferAll, dryRun, run, type Run } from '../run/run';
import { answeringSuppressed, revealsListed } from '../run/suppression';
import { forgetListed, keepAnswers, readEarlierAnswers } from './read/earlierAnswers';
import { InputReader } from './read/inputReader';
import type { Job } from './read/job';
import { columnsIn, ParameterReader } from './read/parameterReader';
import { readRoutes } from './read/router';
import { inputFieldProblem, readSettings } from './read/settings';
import { readList } from './read/suppressionList';
import { INCLUDE_MOBILE_PHONE } from './spec/identifierFields';
import { choosesWants, identifierFieldsOf, type LookupOperation } from './spec/operation';
import type { Context } from './tell/context';
import { addHints } from './tell/hints';
import { knownContent } from './write/knownContent';
import { couldPayAgain, hasAnswer, throwIfUnanswered, withoutErrorFirst, type Destinations } from './write/rowErrors';
import { contentFor, prefixConflict, shapeFor } from './write/rowShape';
import { writeAgentItems, writeRows } from './write/writeRows';

/** Runs a lookup operation, and returns every row. */
export async function executeLookups(job: Job, operation: LookupOperation): Promise<INodeExecutionData[][]> {
	const { host, items, node, caller, onError } = job;
	const { settings, problems } = readSettings(job, operation);
	const connection = await job.connect();
	const { clock } = connection;
	const list = await readList(job, settings, clock);
	const { suppression } = list;
	const earlier = await readEarlierAnswers(job, operation, settings, connection);
	const { keepsText, answers, execution } = earlier;
	forgetListed(execution, suppression);
	const phone = requestsPhone(node) ? 'with' : 'without';
	const own = contentFor(operation, { ...settings, suppression, caller, phone });
	// Every row carries its answers if later runs may know them.
	const content = keepsText ? knownContent(own, answers) : own;
	/** The input columns that the operation reads, such as those of its identifiers. */
	const inputColumns = new Set(operation.fields.flatMap(({ name }) => columnsIn(node.parameters[name])));
	const shape = shapeFor(content, settings, caller, inputColumns);
	const inputs = new InputReader(identifierFieldsOf(operation), settings.hashEmail ? 'hashed' : 'plain', items);
	const parameters = new ParameterReader(host, items);
	const problem = problems[0] ?? inputFieldProblem(settings, items) ?? list.problem ?? earlier.problem;
	const find: AnswerCache = (lookup) => answers.find(lookup);
	const context: Context = {
		...job,
		...settings,
		...earlier,
		operation,
		list,
		suppression,
		cache: suppression.isEmpty ? find : answeringSuppressed(suppression, find),
		inputs,
		parameters,
		shape,
		problem,
		clock,
	};
	const routes = await readRoutes(context, await prefixConflict(items, shape, clock));
	const done = await runRoutes(connection, context, routes);
	await inSlices(done.rows, clock, ({ steps }) => {
		const kept = suppression.isEmpty ? steps : steps.filter((step) => !revealsListed(suppression, step));
		keepAnswers(execution, kept);
		// Each row gets all answers about its person: a store that keeps one row per person would lose those of others.
		if (keepsText) for (const answer of receivedAnswers(kept)) answers.add(answer);
	});
	execution.batches = done.stats.batches ?? execution.batches;
	if (caller === 'agent') return [writeAgentItems(done.rows, shape)];
	const errors = onError === 'error_output' ? 'own_output' : 'in_results';
	const chosen: Destinations = { ...settings, onBlocked: 'defer', errors };
	if (onError === 'stop' && !couldPayAgain(node, done.rows, chosen)) throwIfUnanswered(node, done.rows, chosen);
	// If no row was answered, rows deferred because of the key or the service go to the error output, as an alert.
	const isAlert = errors === 'own_output' && !done.rows.some((row) => wasLookedUp(row) && hasAnswer(row, chosen));
	const to: Destinations = isAlert ? { ...chosen, onBlocked: 'error' } : chosen;
	await addHints(context, done, to);
	return withoutErrorFirst(node, await writeRows(node, items, done.rows, shape, to, clock));
}

/** Whether the panel requests the phone, for all rows or by an expression for some. */
const requestsPhone = ({ parameters }: INode): boolean => isTruthy(parameters[INCLUDE_MOBILE_PHONE.name]);

/** Whether a row tells how the service is: those that are never sent do not. */
const wasLookedUp = ({ outcome }: SettledRow) => outcome.is !== 'skipped' && outcome.is !== 'suppressed';

async function runRoutes(connection: Connection, context: Context, routes: Route[]): Promise<Run> {
	const { operation, cache, output, knownAnswers, execution } = context;
	if (connection.is === 'refused') return await deferAll(routes, connection.stop, connection.clock, cache);
	if (context.dryRun) return await dryRun(routes, context, connection.env, cache);
	// Later runs and *Raw* need whole results.
	const needsAll = output === 'raw' || knownAnswers || choosesWants(operation);
	const limits: Limits = { ...context, batches: execution.batches };
	return await run(routes, limits, connection.env, cache, needsAll ? 'results' : 'columns');
}
