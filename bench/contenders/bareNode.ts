import { BARE_LOOKUP } from '../ground/canvasNodes';
import { inARow, type Contender } from './contender';

/** How the bare node gets its cells and its key. */
export interface BareWays {
	/** An expression for each row, or the column straight from the item. */
	cells: 'expression' | 'column';
	/** A template that n8n fills in for every request, or the function of this package. */
	credential: 'template' | 'function';
	concurrency: number;
}

/** The host's floor. */
export const bareNode = ({ cells, credential, concurrency }: BareWays): Contender => ({
	letter: 'g',
	name: credential === 'template' ? "host's floor" : "host's floor, this package's credential",
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
