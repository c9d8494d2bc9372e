import { SOURCES } from '../../api/sources';
import { settled, type Route, type Step } from '../../run/lookup';
import { Resolver } from '../../run/resolve';
import { EMAIL, HASHED_EMAIL, LINKEDIN_URL, WANT } from '../identifierFields';
import type { LookupOperation } from '../operation';
import { anotherProfile } from './anotherProfile';
import { readIdentifiers, type Identifiers } from './identifiers';
import { resolvedContent } from './resolvedContent';
import { readResumed } from './resumed';

const IDENTIFIERS = [LINKEDIN_URL, EMAIL, HASHED_EMAIL];

export const resolve: LookupOperation = {
	kind: 'lookup',
	resource: 'person',
	operation: 'resolve',
	name: 'Resolve',
	action: 'Resolve person by any identifiers',
	description:
		'Give whatever a person is known by, get what is wanted from as many tools as it takes. Hits are charged, misses free.',
	tools: SOURCES.map(({ tool }) => tool),
	hashesEmail: true,
	choosesWants: true,
	fields: [...IDENTIFIERS, WANT],
	content: ({ wants }) => resolvedContent(wants),
	ways: ({ emails, ...aim }) => {
		const resolver = new Resolver({ sources: SOURCES, ...aim });
		return (cell) => wayOf(readIdentifiers(cell, emails), resolver);
	},
	resumed: readResumed,
};

const LABELS = IDENTIFIERS.map(({ displayName }) => displayName);

function wayOf({ known, problems }: Identifiers, resolver: Resolver): Route {
	const isKnown = Object.values(known).some((identifiers) => identifiers.length > 0);
	if (!isKnown && problems.length === 0)
		return settled({ is: 'skipped', why: `${LABELS.join(', ')} are all empty`, by: 'blank' });
	if (!isKnown) return settled({ is: 'invalid', why: problems.join('. ') });
	const route = resolver.route(known);
	const leftOut = problems.length === 0 ? [] : [`Left out: ${problems.join('. ')}`];
	return remarked(route, (steps) =>
		[...leftOut, anotherProfile(known.linkedin, steps)].filter((one) => one !== null).join('. '),
	);
}

/** A row that goes its way, and says what is odd about what it came in with. */
const remarked =
	(route: Route, remarkOn: (steps: readonly Step[]) => string): Route =>
	(known, prices) => {
		const next = route(known, prices);
		const remark = 'done' in next ? remarkOn(known) : '';
		return 'done' in next && remark !== '' ? { done: { ...next.done, remark } } : next;
	};
