import { findByEmail } from '../../../nodes/IdentityResolution/actions/businessProfile/findByEmail.operation';
import { findByHashedEmail } from '../../../nodes/IdentityResolution/actions/businessProfile/findByHashedEmail.operation';
import { findByLinkedin } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { findCompanyByIp } from '../../../nodes/IdentityResolution/actions/company/findByIp.operation';
import { findBestEmail } from '../../../nodes/IdentityResolution/actions/email/findBest.operation';
import { findProfileByHashedEmail } from '../../../nodes/IdentityResolution/actions/linkedinProfile/findByHashedEmail.operation';
import { searchProfilesByName } from '../../../nodes/IdentityResolution/actions/linkedinProfile/findByName.operation';
import { findMobilePhone } from '../../../nodes/IdentityResolution/actions/mobilePhone/findByLinkedin.operation';
import { searchForPeople } from '../../../nodes/IdentityResolution/actions/person/search.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { findWorkEmail } from '../../../nodes/IdentityResolution/actions/workEmail/findByLinkedin.operation';

/** The tools of operations, by their names at the service. */
export const [reverseEmailLookup] = findByEmail.tools;
export const [hemToBusinessProfile] = findByHashedEmail.tools;
export const [linkedinToBusinessProfile] = findByLinkedin.tools;
export const [ipToCompany] = findCompanyByIp.tools;
export const [linkedinToBestEmail] = findBestEmail.tools;
export const [hemToLinkedin] = findProfileByHashedEmail.tools;
export const [searchLinkedinProfile] = searchProfilesByName.tools;
export const [linkedinToMobilePhone] = findMobilePhone.tools;
export const [searchPeople] = searchForPeople.tools;
export const [linkedinToBestPersonalEmailUsa] = findBest.tools;
export const [linkedinToBusinessEmail] = findWorkEmail.tools;
