import type { Kind } from './contacts';

/** The columns of a sheet that may hold an identifier. */
export const COLUMNS = ['linkedin', 'email', 'hash'] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** An operation of the node, and what it is asked with. */
export interface Operation {
	resource: string;
	operation: string;
	/** Its own fields, by the column that each reads. */
	fields: Readonly<Record<string, ColumnName>>;
	/** What its one tool knows people by; null where several tools are asked. */
	kind: Kind | null;
}

export const OPERATIONS: readonly Operation[] = [
	{ resource: 'personalEmail', operation: 'findBest', fields: { linkedinUrl: 'linkedin' }, kind: 'linkedin' },
	{ resource: 'businessProfile', operation: 'findByLinkedin', fields: { linkedinUrl: 'linkedin' }, kind: 'linkedin' },
	{ resource: 'businessProfile', operation: 'findByEmail', fields: { email: 'email' }, kind: 'email' },
	{ resource: 'businessProfile', operation: 'findByHashedEmail', fields: { hashedEmail: 'hash' }, kind: 'hem' },
	{
		resource: 'person',
		operation: 'resolve',
		fields: { linkedinUrl: 'linkedin', email: 'email', hashedEmail: 'hash' },
		kind: null,
	},
];
