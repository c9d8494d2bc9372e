import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { at, field } from '../api/values/json';
import { isTruthy } from '../api/values/yesNo';
import { receivedAnswers, type AnswerCache } from '../run/answerStore';
import { inSlices, type Connection, type Limits } from '../service/environment';
import type { Route } from '../run/route';
import { deferAll, dryRun, run, type Run } from '../run/run';
import { deferUndecided } from '../run/resolve/undecided';
import { answeringSuppressed, revealsListed } from '../run/suppression';
import { SOURCES } from './person/resolve.operation';
import {
	forgetListed,
	keepAnswers,
	nodesOfTypeBefore,
	keepFacts,
	readEarlierAnswers,
	wasAnsweredInExecution,
} from './read/earlierAnswers';
import { columnProblem, fixedExpressionProblem, pathsIn } from './read/columns';
import { InputReader } from './read/inputReader';
import type { Job } from './read/job';
import { ParameterReader, runIndexOf, type RunProblem } from './read/parameterReader';
import { readRoutes } from './read/router';
import { inputFieldProblem, readSettings, type Settings } from './read/settings';
import { NO_LIST, readList } from './read/suppressionList';
import { isOurStatus } from './spec/columns';
import { INCLUDE_MOBILE_PHONE } from './spec/identifierFields';
import { choosesWants, identifierFieldsOf, type LookupOperation } from './spec/operation';
import type { Context } from './tell/context';
import { addHints } from './tell/hints';
import { logEnding } from './tell/summary';
import { writeAgentItems } from './write/agentItems';
import { knownContent } from './write/knownContent';
import type { Destinations } from './write/rowErrors';
import {
	couldPayAgain,
	Ending,
	errorOfRun,
	prefixConflict,
	withoutErrorFirst,
	type Failure,
} from './write/runErrors';
import { contentFor, RowShape } from './write/rowShape';
import { writeRows } from './write/writeRows';

/** Runs a lookup operation, and returns every row. */
export async function executeLookups(
	job: Job,
	operation: LookupOperation,
): Promise<INodeExecutionData[][]> {
	const { host, items, node, caller, onError } = job;
	const { settings, problems } = readSettings(job, operation);
	const connection = await job.connect();
	const { clock } = connection;
	// n8n hides the option from an agent, whatever its JSON says.
	const mayHaveList = settings.suppressionList || caller === 'agent';
	const list = mayHaveList ? await readList(job, settings, clock) : NO_LIST;
	const { suppression } = list;
	const earlier = await readEarlierAnswers(job, operation, settings, connection);
	const { keepsText, answers, execution } = earlier;
	forgetListed(execution, suppression);
	const phone = requestsPhone(node) ? 'with' : 'without';
	const own = contentFor(operation, { ...settings, suppression, caller, phone });
	// Every row carries its answers if later runs may know them.
	const content = keepsText ? knownContent(own, answers) : own;
	/** The input columns that the operation reads, such as those of its identifiers. */
	const inputColumns = new Set(
		operation.fields.flatMap(({ name }) =>
			pathsIn(node.parameters[name]).map(([column]) => column),
		),
	);
	const shape = new RowShape(content, settings, caller, inputColumns);
	const emails = settings.hashEmail ? 'hashed' : 'plain';
	const inputs = new InputReader(
		identifierFieldsOf(operation),
		emails,
		items,
		settings.columnPrefix,
	);
	const parameters = new ParameterReader(host, items);
	const why = problems[0] ?? list.problem ?? earlier.problem;
	const ofSettings: RunProblem | undefined =
		why === undefined ? undefined : { why, concerns: 'settings' };
	const problem = ofSettings ?? columnProblemOf(job, operation, settings);
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
	if (choosesWants(operation))
		await inSlices(deferUndecided(done.rows, { ...settings, sources: SOURCES }), clock);
	const ending = new Ending();
	const keeping = function* () {
		for (const row of done.rows) {
			ending.add(row);
			for (const step of row.steps) {
				yield;
				if (!suppression.isEmpty && revealsListed(suppression, step)) continue;
				keepAnswers(execution, [step]);
				// Each row gets all answers about its person: a store that keeps one row per person
				// would lose those of others.
				if (keepsText) for (const answer of receivedAnswers([step])) answers.add(answer);
			}
			yield;
		}
	};
	await inSlices(keeping(), clock);
	keepFacts(execution, done);
	execution.mostRows = Math.max(execution.mostRows ?? 0, items.length);
	execution.isAnswered ||= ending.isAnswered;
	const failure = ending.failure(settings);
	logEnding(job, done, failure, ending.deferred);
	if (caller === 'agent') return [writeAgentItems(done.rows, shape)];
	if (failure !== null && onError === 'stop' && mayThrow(context, failure, done))
		throw errorOfRun(node, failure);
	const to: Destinations = {
		...settings,
		errors: onError === 'error_output' ? 'own_output' : 'in_results',
		// An alert behind the error output has to fire.
		onBlocked: failure?.concerns === 'account' ? 'error' : 'defer',
	};
	await addHints(context, done, to);
	return withoutErrorFirst(node, await writeRows(node, items, done.rows, shape, to, clock));
}

/** Returns why a column stops the run. An agent has no columns. */
function columnProblemOf(
	{ node: { parameters }, items, caller }: Job,
	{ fields }: LookupOperation,
	settings: Settings,
): RunProblem | undefined {
	if (caller === 'agent') return undefined;
	const fixed = fixedExpressionProblem(parameters, fields);
	if (fixed !== undefined) return { ...fixed, concerns: 'settings' };
	const problem = columnProblem(parameters, items, fields) ?? inputFieldProblem(settings, items);
	return problem && { ...problem, concerns: 'column' };
}

/** Whether the panel requests the phone, for all rows or by an expression for some. */
const requestsPhone = ({ parameters }: INode): boolean =>
	isTruthy(parameters[INCLUDE_MOBILE_PHONE.name]);

/**
 * Whether nothing paid is lost if the node throws: n8n discards what its earlier runs, and nodes
 * before it, returned.
 */
function mayThrow(
	{ host, node, items, columnPrefix }: Context,
	{ concerns }: Failure,
	{ rows }: Run,
): boolean {
	if (couldPayAgain(node, rows) || wasAnsweredInExecution(host) || hasLookupBefore(host, node))
		return false;
	if (concerns !== 'column') return true;
	const hasOurStatus = () =>
		items.some(({ json }) => isOurStatus(field(json, `${columnPrefix}status`)));
	return runIndexOf(host) === 0 && !hasOurStatus();
}

/** Whether another node of this type may have been charged for these rows. */
const hasLookupBefore = (host: IExecuteFunctions, node: INode): boolean =>
	nodesOfTypeBefore(host, node).some(({ parameters }) => !isFree(parameters));

const isFree = (parameters: unknown): boolean =>
	field(parameters, 'resource') === 'account' || isTruthy(at(parameters, 'options.dryRun'));

async function runRoutes(connection: Connection, context: Context, routes: Route[]): Promise<Run> {
	const { operation, cache, output, knownAnswers, execution } = context;
	if (connection.is === 'refused')
		return await deferAll(routes, connection.stop, connection.clock, cache);
	if (context.dryRun) return await dryRun(routes, context, connection.env, cache);
	// Later runs and *Raw* need whole results.
	const needsAll = output === 'raw' || knownAnswers || choosesWants(operation);
	const limits: Limits = { ...context, batches: execution.batches, account: execution.account };
	return await run(routes, limits, connection.env, cache, needsAll ? 'results' : 'columns');
}
