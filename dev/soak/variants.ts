import type { Kind } from './people';

/** The columns of a sheet that may hold an identifier. */
export const COLUMNS = ['linkedin', 'email', 'hash'] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** An operation of the node. */
interface Operation {
	resource: string;
	operation: string;
	/** The column that each field of the operation reads. */
	fields: Readonly<Record<string, ColumnName>>;
	/** The identifier that its tool reads; null if it uses several tools. */
	kind: Kind | null;
}

const OPERATIONS: readonly Operation[] = [
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

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
const ON_NOT_FOUND = ['keep', 'drop', 'output', 'error'] as const;
const DEFERRED_ROWS = ['keep', 'output'] as const;

/** The node settings for which n8n takes no expression: a workflow each. */
export interface Variant {
	/** Path of its webhook, and name of its workflow. */
	path: string;
	operation: Operation;
	onError: (typeof ON_ERROR)[number];
	onNotFound: (typeof ON_NOT_FOUND)[number];
	deferredRows: (typeof DEFERRED_ROWS)[number];
}

/** Every operation with every On Error. The other two settings alternate, so that each of their values meets each On Error. */
export const VARIANTS: readonly Variant[] = OPERATIONS.flatMap((operation, row) =>
	ON_ERROR.map((onError, column) => ({
		path: `soak-${operation.operation}-${onError}`,
		operation,
		onError,
		onNotFound: ON_NOT_FOUND[(row + column) % ON_NOT_FOUND.length],
		deferredRows: DEFERRED_ROWS[(row + Math.floor(column / 2)) % DEFERRED_ROWS.length],
	})),
);

export type Output = 'results' | 'deferred' | 'notFound' | 'error';

/** The outputs of the node in their order. */
export const outputsOf = ({ onError, onNotFound, deferredRows }: Omit<Variant, 'path'>): Output[] => [
	'results',
	...(deferredRows === 'output' ? (['deferred'] as const) : []),
	...(onNotFound === 'output' ? (['notFound'] as const) : []),
	...(onError === 'continueErrorOutput' ? (['error'] as const) : []),
];
