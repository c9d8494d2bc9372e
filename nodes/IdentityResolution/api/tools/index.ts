import type { Tool } from '../tool';
import { getAccount } from './account/getAccount';
import { getUsage } from './account/getUsage';
import { hemToBusinessProfile } from './profile/hemToBusinessProfile';
import { linkedinToBestEmail } from './email/linkedinToBestEmail';
import { linkedinToBestPersonalEmailUsa } from './email/linkedinToBestPersonalEmailUsa';
import { linkedinToBusinessEmail } from './email/linkedinToBusinessEmail';
import { linkedinToPersonalEmailUsa } from './email/linkedinToPersonalEmailUsa';
import { linkedinToMobilePhone } from './phone/linkedinToMobilePhone';
import { emailToLinkedin } from './profile/emailToLinkedin';
import { hemToLinkedin } from './profile/hemToLinkedin';
import { linkedinToBusinessProfile } from './profile/linkedinToBusinessProfile';
import { reverseEmailLookup } from './profile/reverseEmailLookup';

/** All tools of the node. The contract specifies six; the others follow the public reference of the service. */
export const TOOLS: readonly Tool[] = [
	linkedinToBestPersonalEmailUsa,
	linkedinToBusinessProfile,
	reverseEmailLookup,
	hemToBusinessProfile,
	linkedinToBusinessEmail,
	linkedinToBestEmail,
	linkedinToPersonalEmailUsa,
	linkedinToMobilePhone,
	emailToLinkedin,
	hemToLinkedin,
	getAccount,
	getUsage,
];
