import type { INodeParameters } from 'n8n-workflow';
import { columnExpression, sharedExpression } from './columns';
import { SHEET_OPERATIONS, type Flags } from './flags';
import type { IdentifierColumns } from './identifierColumns';
import { IDENTIFIERS, KINDS, type Kind } from './identifiers';

/** Seconds to wait for a limit; the node's own default. */
export const MAX_WAIT = 120;

type Settings = Pick<Flags, 'operation' | 'want' | 'skipAnswered' | 'dryRun' | 'maxTokens'>;

/** Resolve has one field for an email or its MD5. */
const parameterOf = (operation: Flags['operation'], kind: Kind): string =>
	IDENTIFIERS[operation === 'resolve' && kind === 'hem' ? 'email' : kind].parameter;

export function parametersOf(flags: Settings, columns: IdentifierColumns): INodeParameters {
	const { operation, want, skipAnswered, dryRun, maxTokens } = flags;
	const columnsOf = new Map<string, string[]>();
	for (const kind of KINDS) {
		const column = columns[kind];
		const parameter = parameterOf(operation, kind);
		if (column !== undefined) columnsOf.set(parameter, [...(columnsOf.get(parameter) ?? []), column]);
	}
	const [column, ...others] = new Set(Object.values(columns));
	const isShared = columnsOf.size > 1 && others.length === 0;
	const expressionOf = (parameter: string, names: string[]) =>
		isShared
			? sharedExpression(column, parameter === IDENTIFIERS.email.parameter)
			: columnExpression(...new Set(names));
	const identifiers = [...columnsOf].map(
		([parameter, names]) => [parameter, expressionOf(parameter, names)] as const,
	);
	return {
		resource: SHEET_OPERATIONS[operation].resource,
		operation: SHEET_OPERATIONS[operation].operation,
		...Object.fromEntries(identifiers),
		...(want ? { want: [...want] } : {}),
		output: 'everything',
		options: {
			dryRun,
			maxTokens,
			maxWait: MAX_WAIT,
			...(skipAnswered ? { rowsAnsweredBefore: 'skipAnswered' } : {}),
		},
	};
}
