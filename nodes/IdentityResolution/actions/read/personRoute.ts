import { readEmail, type EmailEncoding } from '../../api/identifiers/email';
import type { Identifier } from '../../api/identifiers/identifier';
import type { PersonIdentifiers } from '../../api/person/sources';
import { type Route, type Step } from '../../run/lookup';
import { Resolver } from '../../run/resolve/resolver';
import { BY_EMAIL_OR_HASH, BY_LINKEDIN, type IdentifierField } from '../spec/identifierFields';
import { SOURCES } from '../person/resolve.operation';
import { keysOf, otherProfile, type PersonKeys } from './previousColumns';
import type { InputProblem, InputReader } from './inputReader';
import { blankRoute, type RowFields } from './parameterReader';
import type { Router, RouteSettings } from './router';

export function routeForPerson({ emails, inputs, ...settings }: RouteSettings): Router {
	const resolver = new Resolver({ ...settings, sources: SOURCES });
	return (row) => {
		const { identifiers, problems } = readIdentifiers(row, inputs, emails);
		const given = Object.values(identifiers).flat();
		if (given.length === 0) return problems.length > 0 ? inputs.invalid(problems) : blankRoute(BLANK);
		const ignored = problems.map(({ brief, why }) => brief ?? why).join(', ');
		const { linkedin } = identifiers;
		return remarked(resolver.route(identifiers, row.addresses), keysOf(given), (steps) =>
			[ignored === '' ? null : `Ignored: ${ignored}`, otherProfile(linkedin, steps)].filter(Boolean).join('. '),
		);
	};
}

const BLANK = `${BY_LINKEDIN.parameter.displayName} and ${BY_EMAIL_OR_HASH.parameter.displayName} are empty`;

/** Adds the keys of the row's identifiers and a remark about its input to an outcome. */
const remarked =
	(route: Route, person: PersonKeys, remarkOn: (steps: readonly Step[]) => string): Route =>
	(steps, prices, closed) => {
		const next = route(steps, prices, closed);
		if ('lookup' in next) return next;
		const remark = remarkOn(steps);
		return { outcome: remark === '' ? { ...next.outcome, person } : { ...next.outcome, person, remark } };
	};

/** Reads all identifiers of a row. An email also gives its MD5; if emails are hashed, it gives only that. */
export function readIdentifiers(
	{ values, failures }: RowFields,
	inputs: InputReader,
	emails: EmailEncoding,
): { identifiers: PersonIdentifiers; problems: InputProblem[] } {
	const problems = [...failures];
	const read = (field: IdentifierField): Identifier[] => {
		const reading = inputs.read(field, values[field.parameter.name]);
		if (reading.is === 'invalid') problems.push(reading.problem);
		return reading.is === 'identifier' ? [reading.identifier] : [];
	};
	const linkedin = read(BY_LINKEDIN);
	const hem = read(BY_EMAIL_OR_HASH);
	const email = hem.flatMap(({ value }) => {
		const reading = readEmail(value);
		return reading.is === 'identifier' && emails === 'plain' ? [reading.identifier] : [];
	});
	return { identifiers: { linkedin, email, hem }, problems };
}
