import { NodeConnectionTypes } from 'n8n-workflow';
import { OPERATIONS, RESOURCES } from '../operations';

/**
 * The node's outputs as an expression, which n8n evaluates without items: Results, then Deferred and Not Found where
 * they are switched on; n8n adds its error output behind them. One that stands alone has no name: n8n would write it
 * over the count of its items.
 */
export const OUTPUTS = `={{ (({ resource, options = {} }) => [
	{ type: '${NodeConnectionTypes.Main}', displayName: 'Results' },
	...(resource !== 'account' && options.deferredRows === 'output' ? [{ type: '${NodeConnectionTypes.Main}', displayName: 'Deferred' }] : []),
	...(resource !== 'account' && options.onNotFound === 'output' ? [{ type: '${NodeConnectionTypes.Main}', displayName: 'Not Found' }] : []),
].map((output, _place, { length }) => (length > 1 ? output : '${NodeConnectionTypes.Main}')))($parameter) }}` as const;

const named = OPERATIONS.map(({ resource, operation, name }) => {
	const of = RESOURCES.find(({ value }) => value === resource);
	return [`${resource}/${operation}`, `${of?.name ?? resource}: ${name}`];
});

/**
 * What stands under the node's name on the canvas, as an expression: its resource and operation, as the panel calls
 * them.
 */
export const SUBTITLE = `={{ (${JSON.stringify(Object.fromEntries(named))})[$parameter["resource"] + "/" + $parameter["operation"]] }}`;
