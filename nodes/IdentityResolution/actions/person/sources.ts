import type { Source } from '../../api/person/sources';
import { linkedinToBestPersonalEmailUsa } from '../personalEmail/findBest.operation';
import { linkedinToBusinessEmail } from '../workEmail/findByLinkedin.operation';
import { linkedinToBestEmail } from '../email/findBest.operation';
import { linkedinToMobilePhone } from '../mobilePhone/findByLinkedin.operation';
import { emailToLinkedin } from '../linkedinProfile/findByEmail.operation';
import { hemToLinkedin } from '../linkedinProfile/findByHashedEmail.operation';
import { reverseEmailLookup } from '../businessProfile/findByEmail.operation';
import { hemToBusinessProfile } from '../businessProfile/findByHashedEmail.operation';
import { linkedinToBusinessProfile } from '../businessProfile/findByLinkedin.operation';

/** The tools of *Resolve*. Of several with the same expected price and requests, the first one is used. */
export const SOURCES: readonly Source[] = [
	{
		tool: linkedinToBestPersonalEmailUsa,
		needs: 'linkedin',
		madeFor: ['personalEmail'],
		gives: ['anyEmail', 'personalEmail'],
		reveals: [],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: linkedinToBusinessEmail,
		needs: 'linkedin',
		madeFor: ['workEmail'],
		gives: ['anyEmail', 'workEmail'],
		reveals: [],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: linkedinToBestEmail,
		needs: 'linkedin',
		madeFor: ['anyEmail'],
		gives: ['anyEmail'],
		reveals: [],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: linkedinToMobilePhone,
		needs: 'linkedin',
		madeFor: ['mobilePhone'],
		gives: ['mobilePhone'],
		reveals: [],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: emailToLinkedin,
		needs: 'email',
		madeFor: ['linkedinProfile'],
		gives: ['linkedinProfile'],
		reveals: ['linkedin'],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: hemToLinkedin,
		needs: 'hem',
		madeFor: ['linkedinProfile'],
		gives: ['linkedinProfile'],
		reveals: ['linkedin'],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: reverseEmailLookup,
		needs: 'email',
		madeFor: ['company', 'profile'],
		// Its emails are hashed or masked, so that nothing is paid for them.
		gives: ['company', 'linkedinProfile', 'profile'],
		reveals: ['linkedin'],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: hemToBusinessProfile,
		needs: 'hem',
		madeFor: ['company', 'profile'],
		gives: ['company', 'linkedinProfile', 'mobilePhone', 'profile'],
		reveals: ['linkedin'],
		tokens: 2,
		phoneTokens: 5,
	},
	{
		tool: linkedinToBusinessProfile,
		needs: 'linkedin',
		madeFor: ['company', 'profile'],
		gives: ['anyEmail', 'company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail'],
		reveals: [],
		ungraded: true,
		tokens: 2,
		phoneTokens: 5,
	},
];
