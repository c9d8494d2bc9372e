import { NodeConnectionTypes } from 'n8n-workflow';
import { OPERATIONS, RESOURCES } from '../operations';

const MAIN = NodeConnectionTypes.Main;

/**
 * The outputs as an expression, which n8n evaluates without items: Results, then Deferred and Not Found if they are on.
 * n8n adds its error output. A single output has no name, because n8n would show it over the item count.
 */
export const OUTPUTS = `={{ (({ resource, options = {} }) => [
	{ type: '${MAIN}', displayName: 'Results' },
	...(resource !== 'account' && options.deferredRows === 'output'
		? [{ type: '${MAIN}', displayName: 'Deferred' }] : []),
	...(resource !== 'account' && options.onNotFound === 'output'
		? [{ type: '${MAIN}', displayName: 'Not Found' }] : []),
].map((output, _place, { length }) => (length > 1 ? output : '${MAIN}')))($parameter) }}` as const;

const NAMES = Object.fromEntries(
	OPERATIONS.map(({ resource, operation, name }) => {
		const of = RESOURCES.find(({ value }) => value === resource);
		return [`${resource}/${operation}`, `${of?.name ?? resource}: ${name}`];
	}),
);

/** The subtitle on the canvas: an expression for the display names of resource and operation. */
export const SUBTITLE =
	`={{ (${JSON.stringify(NAMES)})` + '[$parameter["resource"] + "/" + $parameter["operation"]] }}';
