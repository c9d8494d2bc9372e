import type { INodeProperties } from 'n8n-workflow';
import { WANT_NAMES, WANTS } from '../../api/person/wants';
import type { CellKind } from '../../api/identifiers/readCell';

export interface IdentifierField {
	kind: CellKind;
	parameter: INodeProperties;
}

/** A field for a text. The example is its placeholder. */
export function textField(
	name: string,
	displayName: string,
	example: string,
	description: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description,
	};
}

export function switchField(
	name: string,
	displayName: string,
	description: string,
): INodeProperties {
	return { displayName, name, type: 'boolean', default: false, description };
}

/** @param column an example, for AI workflow builders */
const by = (kind: CellKind, column: string, field: INodeProperties): IdentifierField => ({
	kind,
	parameter: {
		...field,
		description: `${field.description} Empty values are skipped.`,
		builderHint: {
			propertyHint:
				`In a workflow, an expression with the column of each row, such as {{ $json.${column} }}. ` +
				'As a tool of an agent, let the model fill it in with $fromAI, described with an example. ' +
				'A fixed value looks up one person only',
		},
	},
});

export const BY_LINKEDIN = by(
	'linkedin',
	'linkedin',
	textField(
		'linkedinUrl',
		'LinkedIn URL',
		'https://www.linkedin.com/in/ada-example',
		"Address of the person's LinkedIn profile in any spelling.",
	),
);

const EMAIL = textField('email', 'Email', 'ada@example.com', 'Email address of the person.');
export const BY_EMAIL = by('email', 'email', EMAIL);

/** For tools that accept either. */
export const BY_EMAIL_OR_HASH = by(
	'hem',
	'email',
	textField(
		'email',
		'Email or MD5 Hash',
		'ada@example.com',
		'Email address of the person, or its MD5 (32 hex digits).',
	),
);

export const BY_HASHED_EMAIL = by(
	'hem',
	'email_md5',
	textField(
		'hashedEmail',
		'Email or MD5 Hash',
		'3e3417d7ef77d5932a6734b916515ed5',
		'MD5 of the lower-cased email address (32 hex digits), or the address itself.',
	),
);

/** The identifiers of a person, of which a row may have several. */
export const PERSON_FIELDS: readonly IdentifierField[] = [BY_LINKEDIN, BY_EMAIL_OR_HASH];

const IP_ADDRESS = 'Public IP address of a visitor, version 4 or 6.';
export const BY_IP = by(
	'ip',
	'ip',
	textField('ipAddress', 'IP Address', '203.0.113.7', IP_ADDRESS),
);

export const NAME_FIELDS: INodeProperties[] = [
	textField(
		'fullName',
		'Name',
		'Ada Example',
		'Full name of the person, if the first and the last name are not in columns of their own',
	),
	textField(
		'firstName',
		'First Name',
		'Ada',
		'First name of the person. It is used together with the last name.',
	),
	textField(
		'lastName',
		'Last Name',
		'Example',
		'Last name of the person. It is used together with the first name.',
	),
	textField('company', 'Company', 'Example Org', 'Name of the company at which the person works'),
	textField(
		'companyDomain',
		'Company Domain',
		'example.org',
		'Domain of the company. A web address or an email address of the company works, too.',
	),
];

export const INCLUDE_MOBILE_PHONE = switchField(
	'includeMobilePhone',
	'Include Mobile Phone',
	'Whether to also request a mobile phone, which may be charged extra if one is found',
);

const SIMPLIFIED = 'Whether to return a simplified version of the response instead of the raw data';
export const SIMPLIFY: INodeProperties = {
	...switchField('simplify', 'Simplify', SIMPLIFIED),
	default: true,
};

export const WANT: INodeProperties = {
	displayName: 'Want',
	name: 'want',
	type: 'multiOptions',
	default: ['personalEmail'],
	builderHint: {
		propertyHint:
			'Only what the user asks for, because each part may be charged: workEmail for work emails, ' +
			'mobilePhone for phones. The default is personalEmail',
	},
	description:
		'Data to look up, with the tools made for it, in the order that costs the fewest tokens. A row may be charged ' +
		'once per tool: Dry Run shows the most that a run costs.',
	options: WANT_NAMES.map((value) => ({
		name: WANTS[value].title,
		value,
		description: WANTS[value].description,
	})),
};
