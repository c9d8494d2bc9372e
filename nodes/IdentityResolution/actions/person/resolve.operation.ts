import type { PersonKind, Source } from '../../api/person/sources';
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

/** A source for emails or hashes reveals the profile. Profiles, the only tools with a phone beside, cost more. */
const source = (
	{ tools: [tool] }: LookupOperation,
	needs: PersonKind,
	wants: Pick<Source, 'madeFor' | 'gives' | 'ungraded'>,
): Source => ({
	tool,
	needs,
	...wants,
	reveals: needs === 'linkedin' ? [] : ['linkedin'],
	...(tool.phoneFlag === undefined ? { tokens: 1, phoneTokens: 0 } : { tokens: 2, phoneTokens: 5 }),
});

/** The tools of *Resolve*. Of several with the same expected price and requests, the first one is used. */
export const SOURCES: readonly Source[] = [
	source(findBest, 'linkedin', {
		madeFor: ['personalEmail'],
		gives: ['anyEmail', 'personalEmail'],
	}),
	source(findWorkEmail, 'linkedin', { madeFor: ['workEmail'], gives: ['anyEmail', 'workEmail'] }),
	source(findBestEmail, 'linkedin', { madeFor: ['anyEmail'], gives: ['anyEmail'] }),
	source(findMobilePhone, 'linkedin', { madeFor: ['mobilePhone'], gives: ['mobilePhone'] }),
	source(findProfileByEmail, 'email', { madeFor: ['linkedinProfile'], gives: ['linkedinProfile'] }),
	source(findProfileByHashedEmail, 'hem', { madeFor: ['linkedinProfile'], gives: ['linkedinProfile'] }),
	source(findByEmail, 'email', {
		madeFor: ['company', 'profile'],
		// Its emails are hashed or masked, so that nothing is paid for them.
		gives: ['company', 'linkedinProfile', 'profile'],
	}),
	source(findByHashedEmail, 'hem', {
		madeFor: ['company', 'profile'],
		gives: ['company', 'linkedinProfile', 'mobilePhone', 'profile'],
	}),
	source(findByLinkedin, 'linkedin', {
		madeFor: ['company', 'profile'],
		gives: ['anyEmail', 'company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail'],
		ungraded: true,
	}),
];

export const resolve: LookupOperation = {
	kind: 'lookup',
	operation: 'resolve',
	name: 'Resolve',
	action: 'Resolve person by any identifiers',
	description:
		'Find wanted data by any identifier of a person. A row may be charged once per tool; no person is paid for twice.',
	builderHint:
		'For several wants, or if rows have different identifiers. For one want by LinkedIn URL choose resource ' +
		'workEmail, personalEmail or mobilePhone: they send fewer requests',
	tools: SOURCES.map(({ tool }) => tool),
	by: { is: 'person' },
	fields: PERSON_FIELDS.map(({ parameter }) => parameter),
};
