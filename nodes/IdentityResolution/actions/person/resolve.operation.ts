import type { PersonKind, Source } from '../../api/person/sources';
import type { WantName } from '../../api/person/wants';
import { PERSON_FIELDS } from '../spec/identifierFields';
import type { LookupOperation } from '../spec/operation';
import { findBest } from '../personalEmail/findBest.operation';
import { findWorkEmail } from '../workEmail/findByLinkedin.operation';
import { findBestEmail } from '../email/findBest.operation';
import { findMobilePhone } from '../mobilePhone/findByLinkedin.operation';
import { findProfileByEmail } from '../linkedinProfile/findByEmail.operation';
import { findProfileByHashedEmail } from '../linkedinProfile/findByHashedEmail.operation';
import { findByEmail } from '../businessProfile/findByEmail.operation';
import { findByHashedEmail } from '../businessProfile/findByHashedEmail.operation';
import { findByLinkedin } from '../businessProfile/findByLinkedin.operation';

/**
 * A source for emails or hashes reveals the profile. The contract shows no prices: the assumed ones
 * are higher for profiles, which are the only tools with a phone beside (contract: Further tools,
 * 7).
 * @param others the wants that a hit is expected to meet besides those that the tool is made for
 */
const source = (
	{ tools: [tool] }: LookupOperation,
	needs: PersonKind,
	madeFor: readonly WantName[],
	others: readonly WantName[] = [],
): Source => ({
	tool,
	needs,
	madeFor,
	gives: [...madeFor, ...others].sort(),
	reveals: needs === 'linkedin' ? [] : ['linkedin'],
	...(tool.phoneFlag === undefined
		? { tokens: 1, phoneTokens: 0 }
		: { tokens: 2, phoneTokens: 5 }),
});

const PROFILE = ['company', 'profile'] as const;

/**
 * The tools of *Resolve*. Of several with the same expected price and requests, the first one is
 * used.
 */
export const SOURCES: readonly Source[] = [
	source(findBest, 'linkedin', ['personalEmail'], ['anyEmail']),
	source(findWorkEmail, 'linkedin', ['workEmail'], ['anyEmail']),
	source(findBestEmail, 'linkedin', ['anyEmail']),
	source(findMobilePhone, 'linkedin', ['mobilePhone']),
	source(findProfileByEmail, 'email', ['linkedinProfile']),
	source(findProfileByHashedEmail, 'hem', ['linkedinProfile']),
	// Its emails are hashed or masked, so that nothing is paid for them.
	source(findByEmail, 'email', PROFILE, ['linkedinProfile']),
	source(findByHashedEmail, 'hem', PROFILE, ['linkedinProfile', 'mobilePhone']),
	{
		...source(findByLinkedin, 'linkedin', PROFILE, [
			'anyEmail',
			'mobilePhone',
			'personalEmail',
			'workEmail',
		]),
		ungraded: true,
	},
];

export const resolve: LookupOperation = {
	kind: 'lookup',
	operation: 'resolve',
	name: 'Resolve',
	action: 'Resolve person by LinkedIn URL or email',
	description:
		'Find wanted data by any identifier of a person. A row may be charged once per tool; no person is paid for twice.',
	builderHint:
		'For several wants, or if rows have different identifiers. For one want by LinkedIn URL choose resource ' +
		'workEmail, personalEmail or mobilePhone: they send fewer requests',
	tools: SOURCES.map(({ tool }) => tool),
	by: { is: 'person' },
	fields: PERSON_FIELDS.map(({ parameter }) => parameter),
};
