import { SOURCES } from '../../api/person/sources';
import { doneRoute, type Route, type Step } from '../../run/lookup';
import { Resolver } from '../../run/resolve/resolver';
import { BY_EMAIL_OR_HASH, BY_LINKEDIN, EMAIL_OR_HASH, LINKEDIN_URL, WANT } from '../panel/identifierFields';
import type { InputReader } from '../parameters/inputReader';
import type { LookupOperation, RowInput } from '../operation';
import { otherProfile } from '../rows/otherProfile';
import { keysOf, type PersonKeys } from '../rows/personKey';
import { readIdentifiers, type RowIdentifiers } from './identifiers';
import { resolvedContent } from './resolvedContent';

export const resolve: LookupOperation = {
	kind: 'lookup',
	resource: 'person',
	operation: 'resolve',
	name: 'Resolve',
	action: 'Resolve person by any identifiers',
	description:
		'Find wanted data by any identifier of a person. A row may be charged once per tool; no person is paid for twice.',
	tools: SOURCES.map(({ tool }) => tool),
	hashesEmail: true,
	choosesWants: true,
	identifiers: [BY_LINKEDIN, BY_EMAIL_OR_HASH],
	builderHint:
		'For several wants, or if rows have different identifiers. For one want by LinkedIn URL choose resource ' +
		'workEmail, personalEmail or mobilePhone: they send fewer requests',
	fields: [LINKEDIN_URL, EMAIL_OR_HASH, WANT],
	contentMapper: resolvedContent,
	createRouter: ({ emails, inputs, ...settings }) => {
		const resolver = new Resolver(settings);
		return (readParameter, row) => routeOf(readIdentifiers(readParameter, inputs, emails), inputs, resolver, row);
	},
	keepsAnswers: 'of_unfinished_rows',
};

function routeOf(
	{ identifiers, problems }: RowIdentifiers,
	inputs: InputReader,
	resolver: Resolver,
	{ addresses }: RowInput,
): Route {
	const hasIdentifier = Object.values(identifiers).some((ofKind) => ofKind.length > 0);
	if (!hasIdentifier && problems.length === 0)
		return doneRoute({
			is: 'skipped',
			why: `${LINKEDIN_URL.displayName} and ${EMAIL_OR_HASH.displayName} are empty`,
			by: 'blank',
		});
	if (!hasIdentifier) return inputs.invalid(problems);
	const route = resolver.route(identifiers, addresses);
	const person = keysOf(Object.values(identifiers).flat());
	const ignored = problems.map(({ brief, why }) => brief ?? why).join(', ');
	return remarked(route, person, (steps) =>
		[ignored === '' ? null : `Ignored: ${ignored}`, otherProfile(identifiers.linkedin, steps)]
			.filter((one) => one !== null)
			.join('. '),
	);
}

/** Adds the keys of the row's identifiers and a remark about its input to an outcome. */
const remarked =
	(route: Route, person: PersonKeys, remarkOn: (steps: readonly Step[]) => string): Route =>
	(steps, prices, closed) => {
		const next = route(steps, prices, closed);
		if ('lookup' in next || 'unsent' in next) return next;
		const remark = remarkOn(steps);
		return { outcome: remark === '' ? { ...next.outcome, person } : { ...next.outcome, person, remark } };
	};
