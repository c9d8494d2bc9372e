import type { PersonKind, Source } from '../../api/person/sources';
import type { Tool } from '../../api/tool';
import type { LookupOperation } from '../spec/operation';
import { linkedinToBestPersonalEmailUsa } from '../personalEmail/findBest.operation';
import { linkedinToBusinessEmail } from '../workEmail/findByLinkedin.operation';
import { linkedinToBestEmail } from '../email/findBest.operation';
import { linkedinToMobilePhone } from '../mobilePhone/findByLinkedin.operation';
import { emailToLinkedin } from '../linkedinProfile/findByEmail.operation';
import { hemToLinkedin } from '../linkedinProfile/findByHashedEmail.operation';
import { reverseEmailLookup } from '../businessProfile/findByEmail.operation';
import { hemToBusinessProfile } from '../businessProfile/findByHashedEmail.operation';
import { linkedinToBusinessProfile } from '../businessProfile/findByLinkedin.operation';

/** A source for emails or hashes reveals the profile. Profiles, the only tools with a phone beside, cost more. */
const source = (tool: Tool, needs: PersonKind, wants: Pick<Source, 'madeFor' | 'gives' | 'ungraded'>): Source => ({
	tool,
	needs,
	...wants,
	reveals: needs === 'linkedin' ? [] : ['linkedin'],
	...(tool.phoneFlag === undefined ? { tokens: 1, phoneTokens: 0 } : { tokens: 2, phoneTokens: 5 }),
});

/** The tools of *Resolve*. Of several with the same expected price and requests, the first one is used. */
export const SOURCES: readonly Source[] = [
	source(linkedinToBestPersonalEmailUsa, 'linkedin', {
		madeFor: ['personalEmail'],
		gives: ['anyEmail', 'personalEmail'],
	}),
	source(linkedinToBusinessEmail, 'linkedin', { madeFor: ['workEmail'], gives: ['anyEmail', 'workEmail'] }),
	source(linkedinToBestEmail, 'linkedin', { madeFor: ['anyEmail'], gives: ['anyEmail'] }),
	source(linkedinToMobilePhone, 'linkedin', { madeFor: ['mobilePhone'], gives: ['mobilePhone'] }),
	source(emailToLinkedin, 'email', { madeFor: ['linkedinProfile'], gives: ['linkedinProfile'] }),
	source(hemToLinkedin, 'hem', { madeFor: ['linkedinProfile'], gives: ['linkedinProfile'] }),
	source(reverseEmailLookup, 'email', {
		madeFor: ['company', 'profile'],
		// Its emails are hashed or masked, so that nothing is paid for them.
		gives: ['company', 'linkedinProfile', 'profile'],
	}),
	source(hemToBusinessProfile, 'hem', {
		madeFor: ['company', 'profile'],
		gives: ['company', 'linkedinProfile', 'mobilePhone', 'profile'],
	}),
	source(linkedinToBusinessProfile, 'linkedin', {
		madeFor: ['company', 'profile'],
		gives: ['anyEmail', 'company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail'],
		ungraded: true,
	}),
];

export const resolve: LookupOperation = {
	kind: 'lookup',
	resource: 'person',
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
};
