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
import { getBilling } from './account/getBilling';
import { businessEmailToSha256 } from './audience/businessEmailToSha256';
import { emailToMaid } from './audience/emailToMaid';
import { linkedinToSha256 } from './audience/linkedinToSha256';
import { searchBusinessEmailByName } from './email/searchBusinessEmailByName';
import { searchBusinessProfileByName } from './profile/searchBusinessProfileByName';
import { ipToCompany } from './search/ipToCompany';
import { searchCompanies } from './search/searchCompanies';
import { searchLinkedinProfile } from './search/searchLinkedinProfile';
import { searchPeople } from './search/searchPeople';

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
	searchBusinessEmailByName,
	searchBusinessProfileByName,
	ipToCompany,
	searchPeople,
	searchCompanies,
	searchLinkedinProfile,
	linkedinToSha256,
	businessEmailToSha256,
	emailToMaid,
	getBilling,
	getAccount,
	getUsage,
];
