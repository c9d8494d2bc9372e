import type { INodeExecutionData } from 'n8n-workflow';
import { isTruthy } from '../api/json';
import { endingAtSuppressed, receivedAnswers, SUPPRESSED } from '../run/answerStore';
import type { Connection } from '../run/environment';
import { doneRoute, type Route } from '../run/lookup';
import { deferAll, dryRun, run, type Run } from '../run/run';
import { keepAnswers, readEarlierAnswers } from './read/earlierAnswers';
import { InputReader } from './read/inputReader';
import type { Job } from './read/job';
import {
	describeFailure,
	invalidRoute,
	ParameterReader,
	plainColumn,
	readFields,
	type ParameterReading,
} from './read/parameterReader';
import { routerFor } from './read/router';
import { readSettings, settingsCheck } from './read/settings';
import { identifierFieldsOf, keepsAnswers, type LookupOperation } from './spec/operation';
import { addHints, type Context } from './tell/hints';
import { knownContent } from './write/knownContent';
import { couldPayAgain, hasAnswer, throwIfUnanswered, withoutErrorFirst, type Destinations } from './write/rowErrors';
import { contentFor, prefixConflict, shapeFor, skipWhenProblem } from './write/rowShape';
import { writeAgentItems, writeRows } from './write/writeRows';

/** Runs a lookup operation, and returns every row. */
export async function executeLookups(job: Job, operation: LookupOperation): Promise<INodeExecutionData[][]> {
	const { host, items, node, caller, onError } = job;
	const { settings, problems } = readSettings(host, operation);
	const connection = await job.connect();
	const earlier = await readEarlierAnswers(job, operation, settings, connection);
	const { known, answers, suppression } = earlier;
	const own = contentFor(operation, { ...settings, ...earlier });
	// Every row carries its answers if later runs may know them.
	const content =
		known === null || keepsAnswers(operation) === 'never' ? own : knownContent(own, answers, suppression);
	/** The input columns that the operation reads, such as those of its identifiers. */
	const inputColumns = new Set(operation.fields.flatMap(({ name }) => plainColumn(node.parameters[name]) ?? []));
	const shape = shapeFor(content, settings, caller, inputColumns);
	const inputs = new InputReader(identifierFieldsOf(operation), settings.hashEmail ? 'hashed' : 'plain', items);
	const parameters = new ParameterReader(host, items);
	// A model has to fill every argument, so that an empty one is no mistake.
	const isExpression = (parameter: string) => caller !== 'agent' && parameters.isExpression(parameter);
	const problem = problems[0] ?? skipWhenProblem(node, items, settings.columnPrefix) ?? earlier.problem;
	const context: Context = {
		...job,
		...settings,
		...earlier,
		operation,
		inputs,
		parameters,
		shape,
		isExpression,
		problem,
	};
	// Not kept here: a local variable would keep every route in memory during the await.
	const done = await runRoutes(connection, context, await readRoutes(context));
	keepAnswers(earlier.execution, done.rows);
	if (caller === 'agent') return [writeAgentItems(done.rows, shape)];
	const errors = onError === 'error_output' ? 'own_output' : 'in_results';
	const chosen: Destinations = { ...settings, onBlocked: 'defer', errors };
	if (onError === 'stop' && !couldPayAgain(node, done.rows, chosen)) throwIfUnanswered(node, done.rows, chosen);
	// If no row was answered, rows deferred because of the key or the service go to the error output, as an alert.
	const isAlert = errors === 'own_output' && !done.rows.some((row) => hasAnswer(row, chosen));
	const to: Destinations = isAlert ? { ...chosen, onBlocked: 'error' } : chosen;
	addHints(context, done, to);
	// Each row gets all answers about its person: a store that keeps one row per person would lose those of the others.
	if (known !== null)
		for (const { steps } of done.rows) for (const answer of receivedAnswers(steps)) answers.add(answer);
	return withoutErrorFirst(node, writeRows(node, items, done.rows, shape, to));
}

async function readRoutes(context: Context): Promise<Route[]> {
	const { items, operation, inputs, parameters, suppression } = context;
	// The results of a search are about several people, of whom each is suppressed alone.
	const endsAtSuppressed = !suppression.isEmpty && operation.tools[0]?.search === undefined;
	const conflict = prefixConflict(items, context.shape);
	const router = routerFor(operation, context);
	const routeOf = (index: number): Route => {
		const row = readFields(operation.fields, parameters.row(index));
		// A field that names a suppressed person ends its row before a part of it is sent.
		const isSuppressed = Object.values(row.values).some(suppression.isIn);
		return isSuppressed ? doneRoute(SUPPRESSED) : router(row, items[index].json);
	};
	const routes: Route[] = [];
	const checkSettings = settingsCheck(parameters);
	let { problem } = context;
	for (let index = 0; context.problem === undefined && index < items.length; index++) {
		const unread = conflict?.rows.has(index)
			? invalidRoute(conflict.why)
			: unreadRoute(parameters.row(index)('options.skipWhen'), inputs);
		if (unread === null || index === 0) problem ??= checkSettings(index, items[index].json);
		const route = unread ?? routeOf(index);
		routes.push(endsAtSuppressed ? endingAtSuppressed(suppression, route) : route);
		await parameters.yieldTurn();
	}
	return problem === undefined ? routes : items.map(() => invalidRoute(problem));
}

/** Returns the route of a row whose identifiers are not read, because of Skip When; null for others. */
function unreadRoute(skip: ParameterReading, inputs: InputReader): Route | null {
	if (skip.is === 'thrown') return invalidRoute(describeFailure('Skip When', skip.why));
	const { value } = skip;
	// An expression was pasted with its equals sign: n8n adds another, so that the value is a text.
	if (typeof value === 'string' && value.trimStart().startsWith('='))
		return invalidRoute('Skip When starts with a second equals sign: remove it');
	if (!isTruthy(value)) return null;
	inputs.skip();
	return doneRoute({ is: 'skipped', why: 'Skip When skipped this row', by: 'skip_when' });
}

/** Not async, because an async function would keep all routes in memory. */
function runRoutes(connection: Connection, context: Context, routes: Route[]): Promise<Run> | Run {
	const { operation, cache, output, knownAnswers } = context;
	if (connection.is === 'refused') return deferAll(routes, connection.stop, cache);
	if (context.dryRun) return dryRun(routes, context, connection.env, cache);
	// Later runs and *Raw* need whole results.
	const needsAll = output === 'raw' || knownAnswers || keepsAnswers(operation) === 'of_unfinished_rows';
	return run(routes, context, connection.env, cache, needsAll ? 'results' : 'columns');
}
