import { SOURCES } from '../../api/person/sources';
import { doneRoute, type Route, type Step } from '../../run/lookup';
import { Resolver, type RowInput } from '../../run/resolve/resolver';
import {
	BY_EMAIL,
	BY_HASHED_EMAIL,
	BY_LINKEDIN,
	EMAIL,
	HASHED_EMAIL,
	LINKEDIN_URL,
	WANT,
} from '../panel/identifierFields';
import type { InputReader } from '../parameters/inputReader';
import type { LookupOperation } from '../operation';
import { otherProfile } from '../rows/otherProfile';
import { keysOf, type PersonKeys } from '../rows/personKey';
import { readIdentifiers, type Identifiers } from './identifiers';
import { resolvedContent } from './resolvedContent';
import { readResumeCache } from './resumeCache';

const IDENTIFIERS = [LINKEDIN_URL, EMAIL, HASHED_EMAIL];

export const resolve: LookupOperation = {
	kind: 'lookup',
	resource: 'person',
	operation: 'resolve',
	name: 'Resolve',
	action: 'Resolve person by any identifiers',
	description:
		'Find the data you want by any identifier of a person. Each hit of a tool is charged, also without that data.',
	tools: SOURCES.map(({ tool }) => tool),
	hashesEmail: true,
	choosesWants: true,
	identifiers: [BY_LINKEDIN, BY_EMAIL, BY_HASHED_EMAIL],
	builderHint:
		'The right choice for several wants, or if rows have different identifiers. For one want by LinkedIn URL choose ' +
		'resource businessEmail, personalEmail or mobilePhone: they cost less',
	fields: [...IDENTIFIERS, WANT],
	contentMapper: resolvedContent,
	createRouter: ({ emails, inputs, cache, ...settings }) => {
		const resolver = new Resolver({ sources: SOURCES, cache, ...settings });
		return (readParameter, row) => routeOf(readIdentifiers(readParameter, inputs, emails), inputs, resolver, row);
	},
	readResumeCache,
};

const LABELS = IDENTIFIERS.map(({ displayName }) => displayName);

function routeOf({ known, problems }: Identifiers, inputs: InputReader, resolver: Resolver, row: RowInput): Route {
	const isKnown = Object.values(known).some((identifiers) => identifiers.length > 0);
	if (!isKnown && problems.length === 0)
		return doneRoute({
			is: 'skipped',
			why: `${LABELS.slice(0, -1).join(', ')} and ${LABELS.at(-1)} are all empty`,
			by: 'blank',
		});
	if (!isKnown) return inputs.invalid(problems);
	const route = resolver.route(known, row);
	const person = keysOf(Object.values(known).flat());
	const ignored = problems.map(({ brief, why }) => brief ?? why).join(', ');
	return remarked(route, person, (steps) =>
		[ignored === '' ? null : `Ignored: ${ignored}`, otherProfile(known.linkedin, steps)]
			.filter((one) => one !== null)
			.join('. '),
	);
}

/** Adds the keys of the row's identifiers and a remark about its input to an outcome. */
const remarked =
	(route: Route, person: PersonKeys, remarkOn: (steps: readonly Step[]) => string): Route =>
	(known, prices) => {
		const next = route(known, prices);
		if ('lookup' in next || 'cached' in next) return next;
		const remark = remarkOn(known);
		return { outcome: { ...next.outcome, person, ...(remark === '' ? {} : { remark }) } };
	};
