import { OPERATIONS, type Operation } from './operations';

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
const ON_NOT_FOUND = ['keep', 'drop', 'output', 'error'] as const;
const DEFERRED_ROWS = ['keep', 'output'] as const;

/** Where a row may leave the node. */
export type Output = 'results' | 'deferred' | 'notFound' | 'error';

/** What a workflow fixes, as n8n takes no expression there: the operation, On Error and what decides the outputs. */
export interface Variant {
	/** Of its webhook, and the name of the workflow. */
	path: string;
	operation: Operation;
	onError: (typeof ON_ERROR)[number];
	onNotFound: (typeof ON_NOT_FOUND)[number];
	deferredRows: (typeof DEFERRED_ROWS)[number];
}

/** Every operation under every On Error. The other two go round, so that each of their values meets each On Error. */
export const VARIANTS: readonly Variant[] = OPERATIONS.flatMap((operation, row) =>
	ON_ERROR.map((onError, column) => ({
		path: `soak-${operation.operation}-${onError}`,
		operation,
		onError,
		onNotFound: ON_NOT_FOUND[(row + column) % ON_NOT_FOUND.length],
		deferredRows: DEFERRED_ROWS[(row + Math.floor(column / 2)) % DEFERRED_ROWS.length],
	})),
);

/** The outputs of the node in their order. */
export const outputsOf = ({ onError, onNotFound, deferredRows }: Variant): Output[] => [
	'results',
	...(deferredRows === 'output' ? (['deferred'] as const) : []),
	...(onNotFound === 'output' ? (['notFound'] as const) : []),
	...(onError === 'continueErrorOutput' ? (['error'] as const) : []),
];
