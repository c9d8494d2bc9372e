import { BARE_LOOKUP } from '../ground/canvasNodes';
import { inARow, type Contender } from './contender';

/** How the bare node gets its cells and its key. */
interface Ways {
	/** An expression for each row, or the column straight from the item. */
	cells: 'expression' | 'column';
	/** A template that n8n fills in for every request, or the function of this package. */
	credential: 'template' | 'function';
	concurrency: number;
}

const bareNode = (
	{ cells, credential, concurrency }: Ways,
	named: Pick<Contender, 'letter' | 'name' | 'what'>,
): Contender => ({
	...named,
	part: ({ tool, field, batch, column, columns, ours: { answer } }, { ours, bare }) =>
		inARow(
			[
				{
					name: 'Bare Lookup',
					type: BARE_LOOKUP,
					typeVersion: 1,
					parameters: {
						tool,
						field,
						batchField: batch?.field ?? '',
						batchSize: batch?.most ?? 1,
						concurrency,
						columns: JSON.stringify(columns),
						credential: credential === 'template' ? 'benchBareApi' : 'identityResolutionApi',
						...(cells === 'column' ? { column } : { identifier: `={{ $json.${column} }}` }),
					},
					credentials: credential === 'template' ? { benchBareApi: bare } : { identityResolutionApi: ours },
				},
			],
			{ status: 'enriched_status', answer },
		),
});

const BARE =
	'the least that a node can do which asks everybody once, in the same batches and with as many requests in flight, and hands on the same items';

/** The host's floor: n8n's own way of reading a parameter and of adding a key. */
export const hostsFloor = (concurrency: number): Contender =>
	bareNode(
		{ cells: 'expression', credential: 'template', concurrency },
		{
			letter: 'g',
			name: "host's floor",
			what: `${BARE}. It reads the parameter of each row and has a credential with a template, as nodes usually do.`,
		},
	);

/** The same without what can be spared: no expressions, and a credential that is a function. */
export const leanFloor = (concurrency: number): Contender =>
	bareNode(
		{ cells: 'column', credential: 'function', concurrency },
		{
			letter: 'g2',
			name: "host's floor, lean",
			what: `${BARE}. It reads the column straight from the item, and has this package's credential.`,
		},
	);
