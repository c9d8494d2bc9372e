import type { Tool } from '../tool';
import { getAccount } from './getAccount';
import { getUsage } from './getUsage';
import { hemToBusinessProfile } from './hemToBusinessProfile';
import { linkedinToBestPersonalEmailUsa } from './linkedinToBestPersonalEmailUsa';
import { linkedinToBusinessProfile } from './linkedinToBusinessProfile';
import { reverseEmailLookup } from './reverseEmailLookup';

/** All tools that the contract specifies. */
export const TOOLS: readonly Tool[] = [
	linkedinToBestPersonalEmailUsa,
	linkedinToBusinessProfile,
	reverseEmailLookup,
	hemToBusinessProfile,
	getAccount,
	getUsage,
];
