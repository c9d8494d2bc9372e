import type { INodeExecutionData } from 'n8n-workflow';
import { dryRun } from '../run/dryRun';
import { settled, type Route } from '../run/lookup';
import type { Recall } from '../run/recall';
import { giveUp, run, type Run } from '../run/run';
import type { SettledRow } from '../run/settle';
import { answerModel } from './answerModel';
import { notEvaluated } from './ask';
import { ParameterReader, type RowReader } from './parameterReader';
import { deferredHint } from './deferredHint';
import type { Connection, Job } from './execute';
import { dryRunHint } from './dryRunHint';
import { driftHint, errorsKeptHint, otherToolHint, retryOnFailHint, summaryHint, unreadableResumeHint } from './hints';
import { throwUnanswered } from './nodeErrors';
import { nothingAskedHint } from './nothingAsked';
import { NO_SETTINGS, type AskSettings, type LookupOperation } from './operation';
import { statusOfAnotherOperation } from './otherOperation';
import { Remembered } from './remembered';
import { retryClash } from './retryOnFail';
import { holdsAnswer, isError } from './rowErrors';
import { shapeFor, type RowShape } from './rowShape';
import { readSettings, type Settings } from './settings';
import { isOn } from './switches';
import { writeRows, type Destinations } from './writeRows';

/** Looks every row up and brings every row back. */
export async function executeLookups(job: Job, operation: LookupOperation): Promise<INodeExecutionData[][]> {
	const { host, items, node, caller, onError } = job;
	const { settings, problems } = readSettings(host, operation);
	const remembered = caller === 'model' ? new Remembered(host) : null;
	const resumed = caller === 'model' ? undefined : operation.resumed?.(items, settings.columnPrefix);
	const recall = remembered?.recall ?? resumed?.recall ?? NO_SETTINGS.recall;
	const ask: AskSettings = {
		emails: settings.hashEmail ? 'hashed' : 'plain',
		wants: settings.wants,
		onPhoneTokens: settings.limits.onPhoneTokens,
		recall,
	};
	const shape = shapeFor(operation.content(ask), settings, caller);
	const chosen = destinations(job, settings);
	const problem = problems[0] ?? retryClash(node, items, shape, chosen);
	const connection = await job.connect(settings.timeout);
	// Not kept here: as long as this waits, the ways of all rows would stay with it.
	const done = await start(
		connection,
		problem === undefined ? await readRoutes(job, operation, ask) : items.map(() => refusedBy(problem)),
		settings,
		recall,
	);
	if (remembered) return [answerModel(done.rows, shape, remembered)];
	if (onError === 'stop') throwUnanswered(node, done.rows, chosen);
	const to = withConditionsAsErrors(chosen, done.rows);
	addHints(job, done, operation, shape, to);
	if (resumed !== undefined && resumed.unreadable > 0)
		host.addExecutionHints(unreadableResumeHint(resumed.unreadable));
	return writeRows(host, items, done.rows, shape, to);
}

/** What a pasted `={{ ... }}` becomes in n8n's expression editor, which writes the first sign itself: a text, which would be a yes for every row. */
const isUnread = (value: unknown) => typeof value === 'string' && value.trimStart().startsWith('=');

const refusedBy = (why: string): Route => settled({ is: 'invalid', why });

/** A model reads the first output alone: everything leaves there, as one plain answer. */
function destinations(
	{ caller, onError }: Job,
	{ onNotFound, deferredRows, limits: { onLimit } }: Settings,
): Destinations {
	const onCondition = 'defer';
	if (caller === 'model')
		return { onNotFound: 'keep', deferredRows: 'keep', onLimit, onCondition, errors: 'in_results' };
	return {
		onNotFound,
		deferredRows,
		onLimit,
		onCondition,
		errors: onError === 'error_output' ? 'own_output' : 'in_results',
	};
}

/**
 * If no row was answered, rows deferred by a dead key or a service that is down go to the error output, so that an
 * alert connected to it fires.
 */
const withConditionsAsErrors = (to: Destinations, rows: readonly SettledRow[]): Destinations =>
	to.errors === 'own_output' && !rows.some((row) => holdsAnswer(row, to)) ? { ...to, onCondition: 'error' } : to;

async function readRoutes({ host, items }: Job, operation: LookupOperation, ask: AskSettings): Promise<Route[]> {
	const parameters = new ParameterReader(host, items);
	const way = operation.ways(ask);
	const routes: Route[] = [];
	for (let index = 0; index < items.length; index++) {
		routes.push(routeOf(parameters.row(index), way));
		await parameters.giveWay();
	}
	return routes;
}

function routeOf(cell: RowReader, way: (cell: RowReader) => Route): Route {
	const skip = cell('options.skipWhen');
	if (skip.is === 'thrown') return notEvaluated('Skip When', skip.why);
	if (isUnread(skip.value))
		return settled({ is: 'invalid', why: 'Skip When starts with a second equals sign: remove it' });
	if (isOn(skip.value)) return settled({ is: 'skipped', why: 'Skip When left this row out', by: 'skip_when' });
	return way(cell);
}

/** Not async: whoever waits keeps what it was given, and routes are let go one by one. */
function start(
	connection: Connection,
	routes: Route[],
	{ dryRun: planOnly, limits }: Settings,
	recall: Recall,
): Promise<Run> | Run {
	if (connection.is === 'refused') return giveUp(routes, connection.stop, recall);
	const { surroundings } = connection;
	return planOnly ? dryRun(routes, limits, surroundings, recall) : run(routes, limits, surroundings, recall);
}

function addHints(
	{ host, node, items, onError }: Job,
	done: Run,
	{ tools }: LookupOperation,
	shape: RowShape,
	to: Destinations,
): void {
	host.addExecutionHints(done.plan === null ? summaryHint(done) : dryRunHint(done, done.plan, tools.length));
	const putOff = deferredHint(done, shape, to, items);
	if (putOff !== null) host.addExecutionHints(putOff);
	if (node.retryOnFail) host.addExecutionHints(retryOnFailHint());
	if (done.tally.drift.size > 0) host.addExecutionHints(driftHint(done.tally.drift));
	const errors = done.rows.filter(({ outcome }) => isError(outcome, to)).length;
	if (onError === 'stop' && errors > 0 && done.plan === null) host.addExecutionHints(errorsKeptHint(errors));
	const other = statusOfAnotherOperation(items, shape);
	const others = [nothingAskedHint(done, items, shape), other === null ? null : otherToolHint(other)];
	host.addExecutionHints(...others.filter((one) => one !== null));
}
