import type { Tool } from '../tool';
import { getAccount } from './account/getAccount';
import { getUsage } from './account/getUsage';
import { hemToBusinessProfile } from './profile/hemToBusinessProfile';
import { linkedinToBestPersonalEmailUsa } from './email/linkedinToBestPersonalEmailUsa';
import { linkedinToBusinessProfile } from './profile/linkedinToBusinessProfile';
import { reverseEmailLookup } from './profile/reverseEmailLookup';

/** All tools that the contract specifies. */
export const TOOLS: readonly Tool[] = [
	linkedinToBestPersonalEmailUsa,
	linkedinToBusinessProfile,
	reverseEmailLookup,
	hemToBusinessProfile,
	getAccount,
	getUsage,
];
