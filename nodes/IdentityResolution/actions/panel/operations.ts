import { findAdIds } from '../audience/findAdIds.operation';
import { findAny } from '../personalEmail/findAny.operation';
import { findBest } from '../personalEmail/findBest.operation';
import { findBestEmail } from '../email/findBest.operation';
import { findByEmail } from '../businessProfile/findByEmail.operation';
import { findByHashedEmail } from '../businessProfile/findByHashedEmail.operation';
import { findByLinkedin } from '../businessProfile/findByLinkedin.operation';
import { findCompanyByIp } from '../company/findByIp.operation';
import { findMobilePhone } from '../mobilePhone/findByLinkedin.operation';
import { findProfileByEmail } from '../linkedinProfile/findByEmail.operation';
import { findProfileByHashedEmail } from '../linkedinProfile/findByHashedEmail.operation';
import { findProfileByName } from '../businessProfile/findByName.operation';
import { findWorkEmail } from '../workEmail/findByLinkedin.operation';
import { findWorkEmailByName } from '../workEmail/findByName.operation';
import { get } from '../account/get.operation';
import { getBillingRecord } from '../account/getBilling.operation';
import { getUsageReport } from '../account/getUsage.operation';
import { hashByEmail } from '../audience/hashByEmail.operation';
import { hashByLinkedin } from '../audience/hashByLinkedin.operation';
import { resolve } from '../person/resolve.operation';
import { searchForCompanies } from '../company/search.operation';
import { searchForPeople } from '../person/search.operation';
import { searchProfilesByName } from '../linkedinProfile/findByName.operation';
import { call } from '../tool/call.operation';
import type { Operation } from '../spec/operation';
import type { Tool } from '../../api/tool';

export interface Resource {
	name: string;
	value: string;
	operations: readonly Operation[];
}

/** In the order in which the node shows them. */
export const RESOURCES: readonly Resource[] = [
	{ name: 'Account', value: 'account', operations: [get, getBillingRecord, getUsageReport] },
	{ name: 'Audience', value: 'audience', operations: [findAdIds, hashByEmail, hashByLinkedin] },
	{
		name: 'Business Profile',
		value: 'businessProfile',
		operations: [findByEmail, findByHashedEmail, findByLinkedin, findProfileByName],
	},
	{ name: 'Company', value: 'company', operations: [findCompanyByIp, searchForCompanies] },
	{ name: 'Custom Tool', value: 'tool', operations: [call] },
	{ name: 'Email', value: 'email', operations: [findBestEmail] },
	{
		name: 'LinkedIn Profile',
		value: 'linkedinProfile',
		operations: [findProfileByEmail, findProfileByHashedEmail, searchProfilesByName],
	},
	{ name: 'Mobile Phone', value: 'mobilePhone', operations: [findMobilePhone] },
	{ name: 'Person', value: 'person', operations: [resolve, searchForPeople] },
	{ name: 'Personal Email', value: 'personalEmail', operations: [findBest, findAny] },
	{ name: 'Work Email', value: 'workEmail', operations: [findWorkEmail, findWorkEmailByName] },
];

/**
 * The display name of each resource and operation by its value. Operations of one value share their
 * name.
 */
export const DISPLAY_NAMES = RESOURCES.flatMap(({ name, value, operations }) => [
	[value, name] as const,
	...operations.map((one) => [one.operation, one.name] as const),
]);

/** An operation as saved workflows name it. */
export type ListedOperation = Operation & { resource: string };

export const OPERATIONS: readonly ListedOperation[] = RESOURCES.flatMap(({ value, operations }) =>
	operations.map((operation) => ({ ...operation, resource: value })),
);

export const LOOKUPS = OPERATIONS.filter((operation) => operation.kind === 'lookup');

/**
 * All tools of the node. The contract specifies six; the others are second-hand (contract: Further
 * tools).
 */
export const TOOLS: readonly Tool[] = [...new Set(OPERATIONS.flatMap(({ tools }) => tools))];

export function findOperation(resource: unknown, operation: unknown): Operation {
	const found = OPERATIONS.find(
		(one) => one.resource === resource && one.operation === operation,
	);
	// n8n adds this value to the lists of a node whose credential can be used in the HTTP Request
	// node.
	const why = [resource, operation].includes('__CUSTOM_API_CALL__')
		? 'This node makes no custom API calls. Use the HTTP Request node with the Identity Resolution API credential, or ' +
			'choose Custom Tool: Call'
		: 'The Operation does not belong to the Resource. Select the operation again';
	return found ?? { ...call, by: { is: 'nothing', why }, fields: [] };
}
