import type { INodeProperties } from 'n8n-workflow';
import { WANT_NAMES, WANTS } from '../../api/person/wants';
import type { CellKind } from '../../api/identifiers/readCell';
import { identifierHint, PARAMETER_HINTS } from './builderHints';

/** A parameter with an identifier. */
export interface IdentifierField {
	kind: CellKind;
	parameter: INodeProperties;
}

export const LINKEDIN_URL: INodeProperties = {
	displayName: 'LinkedIn URL',
	name: 'linkedinUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://www.linkedin.com/in/ada-example',
	description: "Address of the person's LinkedIn profile in any spelling. Empty values are skipped.",
	builderHint: identifierHint('linkedin'),
};

export const EMAIL: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	default: '',
	placeholder: 'e.g. ada@example.com',
	description: 'Email address of the person. Empty values are skipped.',
	builderHint: identifierHint('email'),
};

export const HASHED_EMAIL: INodeProperties = {
	displayName: 'Email or MD5 Hash',
	name: 'hashedEmail',
	type: 'string',
	default: '',
	placeholder: 'e.g. 3e3417d7ef77d5932a6734b916515ed5',
	description:
		'MD5 of the lower-cased email address (32 hex digits), or the address itself. Empty values are skipped.',
	builderHint: identifierHint('email_md5'),
};

/** For tools that accept either. */
export const EMAIL_OR_HASH: INodeProperties = {
	...EMAIL,
	displayName: 'Email or MD5 Hash',
	description: 'Email address of the person, or its MD5 (32 hex digits). Empty values are skipped.',
};

export const IP_ADDRESS: INodeProperties = {
	displayName: 'IP Address',
	name: 'ipAddress',
	type: 'string',
	default: '',
	placeholder: 'e.g. 203.0.113.7',
	description: 'Public IP address of a visitor, version 4 or 6. Empty values are skipped.',
	builderHint: identifierHint('ip'),
};

/** The fields of a person by name and company. */
export const NAME_FIELDS: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'fullName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ada Example',
		description: 'Full name of the person, if the first and the last name are not in columns of their own',
	},
	{
		displayName: 'First Name',
		name: 'firstName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ada',
		description: 'First name of the person. It is used together with the last name.',
	},
	{
		displayName: 'Last Name',
		name: 'lastName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Example',
		description: 'Last name of the person. It is used together with the first name.',
	},
	{
		displayName: 'Company',
		name: 'company',
		type: 'string',
		default: '',
		placeholder: 'e.g. Example Org',
		description: 'Name of the company at which the person works',
	},
	{
		displayName: 'Company Domain',
		name: 'companyDomain',
		type: 'string',
		default: '',
		placeholder: 'e.g. example.org',
		description: 'Domain of the company. A web address or an email address of the company works, too.',
	},
];

export const BY_IP: IdentifierField = { kind: 'ip', parameter: IP_ADDRESS };
export const BY_LINKEDIN: IdentifierField = { kind: 'linkedin', parameter: LINKEDIN_URL };
export const BY_EMAIL: IdentifierField = { kind: 'email', parameter: EMAIL };
export const BY_EMAIL_OR_HASH: IdentifierField = { kind: 'hem', parameter: EMAIL_OR_HASH };
export const BY_HASHED_EMAIL: IdentifierField = { kind: 'hem', parameter: HASHED_EMAIL };

export const INCLUDE_MOBILE_PHONE: INodeProperties = {
	displayName: 'Include Mobile Phone',
	name: 'includeMobilePhone',
	type: 'boolean',
	default: false,
	description: 'Whether to also request a mobile phone, which is charged extra if one is found',
};

export const WANT: INodeProperties = {
	displayName: 'Want',
	name: 'want',
	type: 'multiOptions',
	default: ['personalEmail'],
	builderHint: PARAMETER_HINTS.want,
	description:
		'Data to look up, with the tools made for it, in the order that costs the fewest tokens. A row may be charged ' +
		'once per tool.',
	options: WANT_NAMES.map((value) => ({ name: WANTS[value].title, value, description: WANTS[value].description })),
};
