import type { INodeExecutionData } from 'n8n-workflow';
import { addressesInRow } from '../api/person/emails';
import { doneRoute, type Route } from '../run/lookup';
import { endingAtSuppressed, receivedAnswers, SUPPRESSED, type AnswerCache } from '../run/answerStore';
import type { Needs } from '../run/dispatch/classifyReply';
import { deferAll, dryRun, run, type Run } from '../run/run';
import { writeAgentItems } from './write/writeAgentItems';
import {
	describeFailure,
	invalidRoute,
	ParameterReader,
	plainColumn,
	readFields,
	type RowFields,
	type RowReader,
} from './read/parameterReader';
import { previousColumns } from './read/previousColumns';
import type { Connection, Job } from './read/job';
import { dryRunHint } from './tell/dryRunHint';
import { InputReader } from './read/inputReader';
import { hasAnswer, isError, throwIfUnanswered, type Destinations } from './write/rowErrors';
import { choosesWants, fieldsOf, identifierFieldsOf, keepsAnswers, type LookupOperation } from './spec/operation';
import { routerFor, type RouteSettings, type RowInput } from './read/router';
import { type PrefixConflict, prefixConflict, skipWhenProblem } from './write/conflicts';
import { couldPayAgain, withoutErrorFirst } from './write/retryOnFail';
import { readEarlierAnswers, type EarlierAnswers } from './read/earlierAnswers';
import { isKnown, knownContent } from './write/knownContent';
import { contentFor, shapeFor, type RowShape } from './write/rowShape';
import { countWants } from './write/resolvedContent';
import { readSettings, settingsCheck, type Settings } from './read/settings';
import { isTruthy } from '../api/json';
import { writeRows } from './write/writeRows';
import {
	deferredHint,
	driftHint,
	errorsKeptHint,
	notOfferedHint,
	rejectedTextsHint,
	renamedToolHint,
	retryOnFailHint,
	summaryHint,
	unrecognizedHint,
} from './tell/hints';
import { inputHints, knownHints, runAgainHint, missingColumnHints, nothingSentHint } from './tell/inputHints';

/** Runs a lookup operation, and returns every row. */
export async function executeLookups(job: Job, operation: LookupOperation): Promise<INodeExecutionData[][]> {
	const { host, items, node, caller, onError } = job;
	const { settings, problems } = readSettings(host, operation);
	const connection = await job.connect();
	const earlier = await readEarlierAnswers(job, operation, settings, connection);
	const { known, answers, suppression, cache, execution } = earlier;
	const emails = settings.hashEmail ? 'hashed' : 'plain';
	const inputs = new InputReader(identifierFieldsOf(operation), emails, items);
	const routeSettings: RouteSettings = { ...settings, ...earlier, emails, inputs };
	const own = contentFor(operation, { ...settings, answers, suppression });
	// Every row carries its answers if later runs may know them.
	const content =
		known === null || keepsAnswers(operation) === 'never' ? own : knownContent(own, answers, suppression);
	/** The input columns that the operation reads, such as those of its identifiers. */
	const inputColumns = new Set(fieldsOf(operation).flatMap(({ name }) => plainColumn(node.parameters[name]) ?? []));
	const shape = shapeFor(content, settings, caller, inputColumns);
	const chosen = destinations(job, settings);
	const parameters = new ParameterReader(host, items);
	const conflict = prefixConflict(items, shape);
	const problem =
		problems[0] ??
		(conflict?.rows === 'all' ? conflict.why : undefined) ??
		skipWhenProblem(node, items, settings.columnPrefix) ??
		earlier.problem;
	// Not kept here: a local variable would keep every route in memory during the await.
	const done = await runRoutes(
		connection,
		problem === undefined
			? withoutRows(conflict, await readRoutes(job, parameters, operation, routeSettings, shape))
			: items.map(() => invalidRoute(problem)),
		settings,
		cache,
		needsOf(operation, settings),
	);
	execution.keep(done.rows);
	if (caller === 'agent') return [writeAgentItems(done.rows, shape)];
	if (onError === 'stop' && !couldPayAgain(node, done.rows, chosen)) throwIfUnanswered(node, done.rows, chosen);
	// If no row was answered, rows deferred because of the key or the service go to the error output, as an alert.
	const isAlert = chosen.errors === 'own_output' && !done.rows.some((row) => hasAnswer(row, chosen));
	const to: Destinations = isAlert ? { ...chosen, onBlocked: 'error' } : chosen;
	addHints(job, done, operation, { shape, to, settings, routeSettings, parameters, earlier });
	// Each row gets all answers about its person: a store that keeps one row per person would lose those of the others.
	if (known !== null)
		for (const { steps } of done.rows) for (const answer of receivedAnswers(steps)) answers.add(answer);
	return withoutErrorFirst(node, writeRows(node, items, done.rows, shape, to));
}

/** Ends the rows of a conflict. */
function withoutRows(conflict: PrefixConflict | undefined, routes: Route[]): Route[] {
	if (conflict === undefined || conflict.rows === 'all') return routes;
	const { why, rows } = conflict;
	return routes.map((route, index) => (rows.has(index) ? invalidRoute(why) : route));
}

/** Later runs and *Raw* need whole results. */
const needsOf = (operation: LookupOperation, { output, knownAnswers }: Settings): Needs =>
	output === 'raw' || knownAnswers || keepsAnswers(operation) === 'of_unfinished_rows' ? 'results' : 'columns';

/** An AI agent reads only the first output, so that all rows go there. */
function destinations({ caller, onError }: Job, { onNotFound, onLimit }: Settings): Destinations {
	if (caller === 'agent') return { onNotFound: 'keep', onLimit: 'keep', onBlocked: 'defer', errors: 'in_results' };
	const errors = onError === 'error_output' ? 'own_output' : 'in_results';
	return { onNotFound, onLimit, onBlocked: 'defer', errors };
}

async function readRoutes(
	{ items, caller }: Job,
	parameters: ParameterReader,
	operation: LookupOperation,
	routeSettings: RouteSettings,
	{ inputPrefix, describes }: RowShape,
): Promise<Route[]> {
	const { inputs, suppression } = routeSettings;
	// The results of a search are about several people, of whom each is suppressed alone.
	const endsAtSuppressed = !suppression.isEmpty && describes === 'row';
	const router = routerFor(operation, routeSettings);
	const fields = fieldsOf(operation);
	const inputOf = ({ values, failures }: RowFields, index: number): RowInput => ({
		// Without a spread, which takes 3 µs per row.
		values,
		failures,
		addresses: () => addressesInRow(items[index].json),
		// A model has to fill every argument, so that an empty one is no mistake.
		isExpression: (parameter) => caller !== 'agent' && parameters.isExpression(parameter),
		previousCell: (column) => previousColumns(items[index].json, inputPrefix)(column),
	});
	// A field that names a suppressed person ends its row before a part of it is sent.
	const routeOf = (row: RowInput): Route =>
		Object.values(row.values).some(suppression.isIn) ? doneRoute(SUPPRESSED) : router(row);
	const routes: Route[] = [];
	const checkSettings = settingsCheck(parameters);
	let problem: string | undefined;
	for (let index = 0; index < items.length; index++) {
		const readParameter = parameters.row(index);
		const unread = unreadRoute(readParameter, inputs);
		if (unread === null || index === 0) problem ??= checkSettings(readParameter, index, items[index].json);
		const route = unread ?? routeOf(inputOf(readFields(fields, readParameter), index));
		routes.push(endsAtSuppressed ? endingAtSuppressed(suppression, route) : route);
		await parameters.yieldTurn();
	}
	const refused = problem === undefined ? null : invalidRoute(problem);
	return refused === null ? routes : routes.map(() => refused);
}

/** Returns the route of a row whose identifiers are not read, because of Skip When; null for others. */
function unreadRoute(readParameter: RowReader, inputs: InputReader): Route | null {
	const skip = readParameter('options.skipWhen');
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
function runRoutes(
	connection: Connection,
	routes: Route[],
	settings: Settings,
	cache: AnswerCache,
	needs: Needs,
): Promise<Run> | Run {
	if (connection.is === 'refused') return deferAll(routes, connection.stop, cache);
	const { env } = connection;
	return settings.dryRun ? dryRun(routes, settings, env, cache) : run(routes, settings, env, cache, needs);
}

interface HintContext {
	shape: RowShape;
	to: Destinations;
	settings: Settings;
	routeSettings: RouteSettings;
	parameters: ParameterReader;
	earlier: EarlierAnswers;
}

function addHints(
	job: Job,
	done: Run,
	operation: LookupOperation,
	{ shape, to, settings, routeSettings, parameters, earlier: { known, answers, execution } }: HintContext,
): void {
	const { host, node, items, onError } = job;
	// n8n also runs the node if only the input Known has items.
	if (items.length === 0) return;
	const { rows, plan, stats } = done;
	const isResolve = choosesWants(operation);
	const resume = !isResolve ? 'none' : known === null ? 'unfinished' : 'answered';
	const errors = rows.filter(({ outcome }) => isError(outcome, to)).length;
	const nothingSent = nothingSentHint(done, items, shape);
	// A warning about the suppression list comes early: its people would be sent.
	const aboutKnown = known === null ? [] : knownHints(known, answers);
	const hints = [
		plan === null
			? summaryHint(done, isResolve ? countWants(rows, items, routeSettings) : [], rows.filter(isKnown).length)
			: dryRunHint(done, plan, operation.tools.length),
		deferredHint(done, { ...shape, resume }, to, items),
		...aboutKnown.filter(({ type }) => type === 'warning'),
		...(nothingSent === null ? missingColumnHints(node, items, identifierFieldsOf(operation)) : [nothingSent]),
		...inputHints(routeSettings.inputs, parameters),
		runAgainHint(job, settings.columnPrefix, execution),
		answers.rejected > 0 ? rejectedTextsHint(answers.rejected) : null,
		node.retryOnFail ? retryOnFailHint() : null,
		unrecognizedHint(rows, shape.unrecognized),
		...aboutKnown.filter(({ type }) => type === 'info'),
		onError === 'stop' && errors > 0 && plan === null ? errorsKeptHint(errors) : null,
		isResolve ? notOfferedHint(rows) : null,
		stats.drift.size > 0 ? driftHint(stats.drift) : null,
		stats.renamedTools.size > 0 ? renamedToolHint(stats.renamedTools) : null,
	];
	host.addExecutionHints(...hints.filter((one) => one !== null).slice(0, MOST_HINTS));
}

/** The summary, and the most useful three of the others. */
const MOST_HINTS = 4;
