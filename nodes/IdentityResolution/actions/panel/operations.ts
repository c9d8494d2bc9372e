import { get } from '../account/get.operation';
import { getUsageReport } from '../account/getUsage.operation';
import { getBillingRecord } from '../account/getBilling.operation';
import { findAdIds } from '../audience/findAdIds.operation';
import { hashByEmail } from '../audience/hashByEmail.operation';
import { hashByLinkedin } from '../audience/hashByLinkedin.operation';
import { findWorkEmailByName } from '../workEmail/findByName.operation';
import { findProfileByName } from '../businessProfile/findByName.operation';
import { findCompanyByIp } from '../company/findByIp.operation';
import { searchForCompanies } from '../company/search.operation';
import { findWorkEmail } from '../workEmail/findByLinkedin.operation';
import { findByEmail } from '../businessProfile/findByEmail.operation';
import { findByHashedEmail } from '../businessProfile/findByHashedEmail.operation';
import { findByLinkedin } from '../businessProfile/findByLinkedin.operation';
import { findBestEmail } from '../email/findBest.operation';
import { findProfileByEmail } from '../linkedinProfile/findByEmail.operation';
import { findProfileByHashedEmail } from '../linkedinProfile/findByHashedEmail.operation';
import { searchProfilesByName } from '../linkedinProfile/findByName.operation';
import { findMobilePhone } from '../mobilePhone/findByLinkedin.operation';
import type { LookupOperation, Operation } from '../spec/operation';
import { searchForPeople } from '../person/search.operation';
import { findAny } from '../personalEmail/findAny.operation';
import { findBest } from '../personalEmail/findBest.operation';
import { resolve } from '../person/resolve.operation';
import { call } from '../tool/call.operation';
import type { Tool } from '../../api/tool';

export const OPERATIONS: readonly Operation[] = [
	get,
	getBillingRecord,
	getUsageReport,
	findAdIds,
	hashByEmail,
	hashByLinkedin,
	findByEmail,
	findByHashedEmail,
	findByLinkedin,
	findProfileByName,
	findCompanyByIp,
	searchForCompanies,
	findBestEmail,
	findProfileByEmail,
	findProfileByHashedEmail,
	searchProfilesByName,
	findMobilePhone,
	findBest,
	findAny,
	findWorkEmail,
	findWorkEmailByName,
	resolve,
	searchForPeople,
	call,
];

export const LOOKUPS = OPERATIONS.filter((operation): operation is LookupOperation => operation.kind === 'lookup');

/** All tools of the node. The contract specifies six; the others follow the public reference of the service. */
export const TOOLS: readonly Tool[] = [
	...new Set(OPERATIONS.flatMap((operation) => (operation.kind === 'lookup' ? operation.tools : [operation.tool]))),
];

/** In the order in which the node shows them. */
export const RESOURCES = [
	{ name: 'Account', value: 'account' },
	{ name: 'Audience', value: 'audience' },
	{ name: 'Business Profile', value: 'businessProfile' },
	{ name: 'Company', value: 'company' },
	{ name: 'Custom Tool', value: 'tool' },
	{ name: 'Email', value: 'email' },
	{ name: 'LinkedIn Profile', value: 'linkedinProfile' },
	{ name: 'Mobile Phone', value: 'mobilePhone' },
	{ name: 'Person', value: 'person' },
	{ name: 'Personal Email', value: 'personalEmail' },
	{ name: 'Work Email', value: 'workEmail' },
] as const;

/** For a choice that is no operation. */
const noOperation = (why: string): LookupOperation => ({ ...call, by: { is: 'nothing', why } });

const MISMATCH = noOperation('The Operation does not belong to the Resource. Select the operation again');

/** n8n adds it to the lists of a node whose credential can be used in the HTTP Request node. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

const NO_CUSTOM_CALL = noOperation(
	'This node makes no custom API calls. Use the HTTP Request node with the Identity Resolution API credential, or ' +
		'choose Custom Tool: Call',
);

export const findOperation = (resource: unknown, operation: unknown): Operation =>
	[resource, operation].includes(CUSTOM_API_CALL)
		? NO_CUSTOM_CALL
		: (OPERATIONS.find((one) => one.resource === resource && one.operation === operation) ?? MISMATCH);
