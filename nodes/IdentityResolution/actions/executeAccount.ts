import type { IDataObject, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { LOOKS_FAILED } from '../api/account/cells';
import { USAGE_PERIODS, type UsageForm } from '../api/account/usage';
import { cellText, quoted } from '../api/identifiers/identifier';
import { containsData } from '../api/values/nothing';
import { field, isObject, type JsonObject } from '../api/values/json';
import { isTruthy } from '../api/values/yesNo';
import { unreadable, type Answer } from '../api/replies/reading';
import { inSlices, type Clock, type Connection, type Limits } from '../service/environment';
import { routeByBody, type Route } from '../run/route';
import type { Outcome } from '../service/outcome';
import type { SettledRow } from '../run/rows';
import { deferAll, run, type Run } from '../run/run';
import { ACCOUNT_LIMITS } from './panel/settings';
import type { Job } from './read/job';
import {
	failedRoute,
	invalidRoute,
	ParameterReader,
	readFields,
	type RowFields,
} from './read/parameterReader';
import { PERIOD } from './account/getUsage.operation';
import { circumstancesOf } from './read/settings';
import type { AccountOperation } from './spec/operation';
import { usualMaxWait } from './spec/setting';
import { driftHint, errorsKeptHint } from './tell/hintTexts';
import { Tally, warning } from './tell/summary';
import { reasonOf, retryAtOf } from './write/explanations';
import { errorJson, errorOf, toNodeError } from './write/rowErrors';
import { chargedInWords } from './write/agentItems';

type Form = 'raw' | UsageForm;

/** Runs an account operation. Rows with the same parameters share one request. */
export async function executeAccount(
	job: Job,
	operation: AccountOperation,
): Promise<INodeExecutionData[][]> {
	const { host, items, node, caller, onError } = job;
	const connection = await job.connect();
	const { clock } = connection;
	const parameters = new ParameterReader(host, items);
	const routes: Route[] = [];
	const forms: Form[] = [];
	await inSlices(items.keys(), clock, (index) => {
		const fields = readFields(operation.fields, parameters.row(index));
		routes.push(routeFor(operation, fields));
		forms.push(formOf(fields, caller));
	});
	const limits = { ...ACCOUNT_LIMITS, maxWait: usualMaxWait(circumstancesOf(job)) };
	const done = await runRoutes(connection, routes, limits);
	/** Rows with the same answer, of which only the first is read. */
	const read = new Map<string, SettledRow>();
	await inSlices(done.rows.entries(), clock, ([index, row]) => {
		const shown = shownBy(row, forms[index]);
		const readable = read.get(shown) ?? withReadable(operation, row, forms[index]);
		read.set(shown, readable);
		done.rows[index] = readable;
	});
	if (caller === 'workflow') {
		if (onError === 'stop') throwIfNoRecord(node, done.rows);
		await addHints(job, done, clock);
	}
	return [await writeAccount(job, operation, done.rows, forms, clock)];
}

/** Throws if there are rows, and no record: nothing behind the node has anything to work with. */
function throwIfNoRecord(node: INode, rows: readonly SettledRow[]): void {
	if (rows.length === 0 || rows.some(({ outcome }) => outcome.is === 'found')) return;
	// A stop explains more than a row whose parameter is invalid.
	const cause = rows.find(({ outcome }) => outcome.is === 'deferred') ?? rows[0];
	throw toNodeError(node, errorOf(cause), rows.length > 1 ? rows.indexOf(cause) : undefined);
}

/** A text that is equal for rows that show the same answer in the same form. */
const shownBy = ({ outcome, steps }: SettledRow, form: Form): string =>
	`${steps.at(-1)?.lookup.key ?? reasonOf(outcome)} ${form}`;

/** A row whose record cannot be read in its form is failed. */
function withReadable(operation: AccountOperation, row: SettledRow, form: Form): SettledRow {
	const { outcome } = row;
	if (outcome.is !== 'found') return row;
	try {
		recordsOf(operation, outcome.answer, form);
		return row;
	} catch (fault) {
		const failed: Outcome = { is: 'failed', refusal: unreadable(fault, outcome.answer) };
		return { outcome: failed, steps: row.steps.map((step) => ({ ...step, outcome: failed })) };
	}
}

/** Runs routes; without a connection, their rows are deferred. */
export async function connectAndRun(
	{ connect }: Pick<Job, 'connect'>,
	routes: Route[],
	limits: Limits,
): Promise<Run> {
	return await runRoutes(await connect(), routes, limits);
}

async function runRoutes(connection: Connection, routes: Route[], limits: Limits): Promise<Run> {
	if (connection.is === 'ready') return await run(routes, limits, connection.env);
	return await deferAll(routes, connection.stop, connection.clock);
}

export function routeFor({ tools: [tool], fields }: AccountOperation, row: RowFields): Route {
	const failed = failedRoute(row);
	if (failed !== null) return failed;
	if (!fields.includes(PERIOD)) return routeByBody(tool);
	const { period } = row.values;
	if (USAGE_PERIODS.some((one) => one === period)) return routeByBody(tool, { period });
	const text = cellText(period);
	const given = text === null ? 'not an object or a list' : `not ${quoted(text)}`;
	return invalidRoute(
		`Period must be one of ${USAGE_PERIODS.join(', ')}, ${text === '' ? 'and it is empty' : given}`,
	);
}

/**
 * How a row shows its record. An agent reads one item, because those of each day of a month would
 * be too long.
 */
export function formOf(
	{ values: { simplify, itemPerDay } }: RowFields,
	caller: Job['caller'],
): Form {
	if (!isTruthy(simplify)) return 'raw';
	if (!isTruthy(itemPerDay)) return 'total';
	return caller === 'agent' ? 'days_in_one' : 'days';
}

/**
 * Returns the items. Each is paired to all rows that share its answer and form; error items are
 * behind the others.
 */
export async function writeAccount(
	{ caller, onError }: Pick<Job, 'caller' | 'onError'>,
	operation: AccountOperation,
	rows: readonly SettledRow[],
	forms: readonly Form[],
	clock: Clock,
): Promise<INodeExecutionData[]> {
	const good: INodeExecutionData[] = [];
	const bad: INodeExecutionData[] = [];
	const sharing = new Map<string, IPairedItemData[]>();
	await inSlices(rows.entries(), clock, ([index, row]) => {
		const { outcome } = row;
		const shared = shownBy(row, forms[index]);
		const pairedItem = sharing.get(shared) ?? [];
		pairedItem.push({ item: index });
		if (pairedItem.length > 1) return;
		sharing.set(shared, pairedItem);
		if (outcome.is !== 'found' && caller === 'workflow' && onError === 'error_output') {
			bad.push({ json: errorJson(errorOf(row)), pairedItem });
			return;
		}
		const problem = {
			status: outcome.is,
			reason: reasonOf(outcome),
			retry_at: retryAtOf(outcome),
		};
		const jsons =
			outcome.is === 'found' ? recordsOf(operation, outcome.answer, forms[index]) : [problem];
		for (const json of jsons)
			good.push({
				json: (caller === 'agent' ? forAgent(json) : json) as IDataObject,
				pairedItem,
			});
	});
	return [...good, ...bad];
}

/**
 * Returns a record in a form: as flat rows, or as the service sent it, with the metadata of the
 * reply.
 */
export function recordsOf(
	{ rows }: AccountOperation,
	{ results, metadata }: Answer,
	form: Form,
): JsonObject[] {
	if (form !== 'raw') return rows(results, form);
	// An `error` field would trigger n8n's Retry On Fail.
	const record =
		isObject(results) && (field(results, LOOKS_FAILED) ?? null) === null
			? results
			: { results };
	return [containsData(metadata) ? { metadata, ...record } : record];
}

const forAgent = (json: JsonObject): JsonObject => ({
	...Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null)),
	cost: chargedInWords(0),
});

async function addHints(
	{ host, onError }: Job,
	{ rows, stats, stop }: Run,
	clock: Clock,
): Promise<void> {
	const tally = new Tally(stop);
	let unanswered = 0;
	await inSlices(rows, clock, (row) => {
		tally.add(row);
		if (row.outcome.is !== 'found') unanswered += 1;
	});
	const words = tally.serviceSays();
	if (words !== '') host.addExecutionHints(warning(words));
	if (stats.drift.size > 0) host.addExecutionHints(driftHint(stats.drift));
	if (onError === 'stop' && unanswered > 0) host.addExecutionHints(errorsKeptHint(unanswered));
}
