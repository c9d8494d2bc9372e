import type { IDataObject } from 'n8n-workflow';
import { readEmail } from '../../api/identifiers/email';
import { identifiersIn, type Identifier } from '../../api/identifiers/identifier';
import { ASSUMED_RESULTS } from '../../api/identifiers/body';
import { isExplicitYes } from '../../api/values/yesNo';
import { isObject } from '../../api/values/json';
import { addressesInRow } from '../../api/person/emails';
import type { PersonIdentifiers } from '../../api/person/sources';
import type { Tool } from '../../api/tool';
import { doneRoute, singleLookup, type Route } from '../../run/route';
import { lookupOf } from '../../service/lookup';
import { endingAtOtherName } from '../../run/conflict';
import { inSlices } from '../../service/environment';
import { Resolver } from '../../run/resolve/resolver';
import { NONE_DECIDED, type Decided } from '../../run/resolve/rowState';
import { searchRoute } from '../../run/searchRoute';
import { endingAtSuppressed, SUPPRESSED } from '../../run/suppression';
import { endingAtWorseEmail } from '../../run/withheld';
import { SOURCES } from '../person/resolve.operation';
import {
	BY_EMAIL_OR_HASH,
	BY_LINKEDIN,
	INCLUDE_MOBILE_PHONE,
	type IdentifierField,
} from '../spec/identifierFields';
import { type LookupOperation } from '../spec/operation';
import { earlierAnswerReader } from './answeredBefore';
import type { InputProblem, InputReader } from './inputReader';
import { routeForBody } from './bodyRoute';
import {
	blankRoute,
	failedRoute,
	invalidRoute,
	readFields,
	refusedRoute,
	settingsProblem,
	type RowFields,
} from './parameterReader';
import { earlierColumns, keysOf, type PersonKeys } from './previousColumns';
import { keysNamed, readNameCells } from './rowPerson';
import { settingsCheck } from './settings';
import { ReadContext } from './readContext';
import { routeForSearch } from './searchFilters';

/**
 * Reads all rows. If there is a problem, all of them are invalid.
 * @param conflict the rows to refuse, and why
 */
export async function readRoutes(
	context: ReadContext,
	conflict?: { why: string; rows: ReadonlySet<number> },
): Promise<Route[]> {
	const { items, operation, parameters, inputs } = context;
	const router = routerFor(operation, context);
	const beforeOf = earlierAnswerReader(context);
	/** The fields of the row that is read now: an expression takes long. */
	let latest: { index: number; fields: RowFields } | null = null;
	const fieldsOf = (index: number): RowFields => {
		if (latest?.index !== index)
			latest = { index, fields: readFields(operation.fields, parameters.row(index)) };
		return latest.fields;
	};
	const suppress = suppressor(context, fieldsOf);
	// A phone identifies nobody.
	const identifying = operation.fields.filter(({ name }) => name !== INCLUDE_MOBILE_PHONE.name);
	const isFixed = !identifying.some(({ name }) => parameters.isExpression(name));
	const routeOf = (fields: RowFields, json: IDataObject, before: Decided) =>
		isFixed ? blamingSettings(router(fields, json, before)) : router(fields, json, before);
	const routes: Route[] = [];
	const checkSettings = settingsCheck(parameters);
	let { problem } = context;
	await inSlices(problem === undefined ? items.keys() : [], context.clock, (index) => {
		const { json } = items[index];
		const isRefused = conflict?.rows.has(index) === true;
		const before = isRefused ? conflict.why : beforeOf(index, () => fieldsOf(index));
		const isSkipped = typeof before !== 'string' && before.is === 'skipped';
		if (isSkipped) inputs.skip();
		const differing = !isSkipped || index === 0 ? checkSettings(index, json) : undefined;
		if (differing !== undefined) problem ??= settingsProblem(differing);
		routes.push(
			suppress(index, () => {
				if (typeof before === 'string')
					return isRefused ? refusedRoute(settingsProblem(before)) : invalidRoute(before);
				if (before.is === 'looked_up') return routeOf(fieldsOf(index), json, before);
				return before.restores === undefined
					? SKIPPED_ROUTE
					: doneRoute({ ...SKIPPED, restores: before.restores });
			}),
		);
	});
	if (problem === undefined) return routes;
	const refused = refusedRoute(problem);
	return items.map(() => refused);
}

/** Blames the settings for an invalid row whose fields are all fixed: no row can be valid. */
function blamingSettings(route: Route): Route {
	return (...state) => {
		const next = route(...state);
		if ('lookup' in next || next.outcome.is !== 'invalid') return next;
		return { outcome: { ...next.outcome, concerns: 'settings' } };
	};
}

/**
 * Returns a function that keeps listed people out of a row: of its fields, of what earlier runs
 * wrote into it, and of its answers.
 * @param routeOf returns the route of a row without a listed person
 */
function suppressor(
	{ items, operation, suppression, columnPrefix }: ReadContext,
	fieldsOf: (index: number) => RowFields,
): (index: number, routeOf: () => Route) => Route {
	if (suppression.isEmpty) return (_index, routeOf) => routeOf();
	const isListed = (index: number): boolean =>
		suppression.isIn(fieldsOf(index).values) ||
		suppression.isIn(earlierColumns(items[index].json, columnPrefix));
	// The results of a search are about several people, and only the listed ones are removed.
	const isSearch = operation.tools.at(0)?.search !== undefined;
	return (index, routeOf) => {
		const person = (): PersonKeys => keysNamed(operation, fieldsOf(index));
		if (isListed(index)) return doneRoute({ ...SUPPRESSED, person: person() });
		if (isSearch) return routeOf();
		const route = endingAtSuppressed(suppression, routeOf());
		return (...state) => {
			const next = route(...state);
			if ('lookup' in next || next.outcome.is !== 'suppressed') return next;
			return { outcome: { ...next.outcome, person: person() } };
		};
	};
}

const SKIPPED = {
	is: 'skipped',
	why: 'The row was answered before',
	by: 'answered_before',
} as const;
const SKIPPED_ROUTE = doneRoute(SKIPPED);

type Values = RowFields['values'];

/**
 * Returns the route of a row from its fields.
 * @param json of the whole row
 * @param before wanted parts that earlier runs have decided
 */
type Router = (fields: RowFields, json: IDataObject, before?: Decided) => Route;

/** Returns the router of an operation. Called once per run. */
export function routerFor({ by, tools: [tool] }: LookupOperation, settings: ReadContext): Router {
	// Any readable field identifies a person.
	if (by.is === 'person') return routerForPerson(settings);
	const checksGrade = settings.minGrade !== 'any' && settings.wants.length > 0;
	const checkGrade = (route: Route) =>
		checksGrade ? endingAtWorseEmail(settings, route) : route;
	return (fields, json) => {
		const failed = failedRoute(fields);
		if (failed !== null) return failed;
		const { values } = fields;
		switch (by.is) {
			case 'identifier':
				return checkGrade(routeForCell(tool, by.field, values, settings));
			case 'name':
				return checkGrade(routeForName(tool, values, settings));
			case 'filters':
				return routeForSearch(tool, by, values, json, settings);
			case 'body':
				return routeForBody(values, settings.parameters);
			case 'nothing':
				return invalidRoute(by.why);
		}
	};
}

function routeForCell(
	tool: Tool,
	field: IdentifierField,
	values: Values,
	{ inputs }: ReadContext,
): Route {
	const { name, displayName } = field.parameter;
	const reading = inputs.read(field, values[name]);
	if (reading.is === 'blank') return blankRoute(`${displayName} is empty`);
	if (reading.is === 'invalid') return inputs.invalid([reading.problem]);
	const withPhone =
		tool.onlyPhone ??
		(tool.phoneFlag !== undefined && isExplicitYes(values.includeMobilePhone));
	return singleLookup(lookupOf(tool, reading.identifier, withPhone ? 'with' : 'without'));
}

export function routerForPerson({ inputs, ...settings }: ReadContext): Router {
	const resolver = new Resolver({ ...settings, sources: SOURCES });
	return (fields, json, before = NONE_DECIDED) => {
		const { identifiers, problems } = readIdentifiers(fields, inputs);
		const given = Object.values(identifiers).flat();
		if (given.length === 0)
			return problems.length > 0 ? inputs.invalid(problems) : blankRoute(NOBODY);
		// A call with an email has the email that it asks for.
		const isGiven = settings.caller === 'agent' && identifiers.email.length > 0;
		const route = resolver.route(
			identifiers,
			() => addressesInRow(json),
			isGiven ? GIVEN_EMAIL : before,
		);
		const ignored = problems.map(({ brief, why }) => brief ?? why).join(', ');
		const about = {
			person: keysOf(given),
			...(ignored !== '' && { remark: `Ignored: ${ignored}` }),
		};
		return (steps, prices, closed) => {
			const next = route(steps, prices, closed);
			return 'lookup' in next ? next : { outcome: { ...next.outcome, ...about } };
		};
	};
}

const GIVEN_EMAIL: Decided = { has: ['anyEmail'], missed: [] };

const NOBODY = `${BY_LINKEDIN.parameter.displayName} and ${BY_EMAIL_OR_HASH.parameter.displayName} are empty`;

/**
 * Reads all identifiers of a row. An email also gives its MD5; if emails are hashed, it gives only
 * that.
 */
export function readIdentifiers({ values, failures }: RowFields, inputs: InputReader) {
	const problems: InputProblem[] = [...failures];
	const read = (field: IdentifierField): Identifier[] => {
		const reading = inputs.read(field, values[field.parameter.name]);
		if (reading.is === 'invalid') problems.push(reading.problem);
		return identifiersIn(reading);
	};
	const linkedin = read(BY_LINKEDIN);
	const hem = read(BY_EMAIL_OR_HASH);
	const email = hem.flatMap(({ value }) => identifiersIn(readEmail(String(value))));
	const identifiers: PersonIdentifiers = { linkedin, email, hem };
	return { identifiers, problems };
}

function routeForName(tool: Tool, values: Values, { maxTokens }: ReadContext): Route {
	const reading = readNameCells(values);
	if (reading.is === 'blank') return blankRoute('Name and company are empty');
	if (reading.is === 'invalid') return invalidRoute(reading.why);
	const { value } = reading.identifier;
	if (!isObject(value)) return singleLookup(lookupOf(tool, reading.identifier, 'without'));
	if (tool.search === undefined)
		return endingAtOtherName(
			value,
			singleLookup(lookupOf(tool, reading.identifier, 'without')),
		);
	const search = endingAtOtherName(
		value,
		searchRoute({ tool, filters: value, limit: Infinity, offset: 0, maxTokens }),
	);
	if (maxTokens === Infinity) return search;
	return (steps, prices) => {
		const needed = prices.costOf(tool, 'without', ASSUMED_RESULTS).tokens;
		// Such a search would be deferred in every run.
		const why = `A search may return ${ASSUMED_RESULTS} people. Set Max Tokens to ${Math.ceil(needed)} or more`;
		const isTooDear = steps.length === 0 && maxTokens < needed;
		return isTooDear
			? { outcome: { is: 'invalid', ...settingsProblem(why) } }
			: search(steps, prices);
	};
}
