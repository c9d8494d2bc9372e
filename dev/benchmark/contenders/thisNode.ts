import { NODE_TYPE } from '../../n8n/instance/fill';
import { inARow, type Contender } from './contender';

/** What else is set than what is looked up. */
export interface OurSettings {
	/** The column as it stands, or an expression that n8n has to work out for each row. */
	cells?: 'column' | 'expression';
	/** Of the node's own collection. */
	limits?: Record<string, unknown>;
}

/** This node, by default as it comes. */
export const thisNode = ({ cells = 'column', limits = {} }: OurSettings = {}): Contender => ({
	letter: 'a',
	name: cells === 'column' ? 'this node' : 'this node, an expression for each row',
	what: 'one node, everything but the column at its default: batches of 100 where the tool takes them, at most 20 requests in flight.',
	part: ({ ours: { resource, operation, field, answer }, column }, access) =>
		inARow(
			[
				{
					name: 'Identity Resolution',
					type: NODE_TYPE,
					typeVersion: 1,
					parameters: {
						resource,
						operation,
						[field]: cells === 'column' ? `={{ $json.${column} }}` : `={{ $json.${column}.trim() }}`,
						...(Object.keys(limits).length > 0 ? { limits } : {}),
					},
					credentials: { identityResolutionApi: access.ours },
				},
			],
			{ status: 'enriched_status', answer },
		),
});
