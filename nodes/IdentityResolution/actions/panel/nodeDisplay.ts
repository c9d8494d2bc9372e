import { NodeConnectionTypes } from 'n8n-workflow';
import { OPERATIONS, RESOURCES } from '../operations';

const MAIN = NodeConnectionTypes.Main;

/** An expression, which n8n evaluates without items. */
export const INPUTS = `={{ (({ resource, options = {} }) => resource !== 'account' && options.knownAnswers
	? [{ type: '${MAIN}', displayName: 'Rows' }, { type: '${MAIN}', displayName: 'Known' }]
	: ['${MAIN}'])($parameter) }}` as const;

/** An expression like that of the inputs. A single output is unnamed: a name would hide the item count. */
export const OUTPUTS = `={{ (({ resource, options = {} }) => [
	{ type: '${MAIN}', displayName: 'Results' },
	...(resource !== 'account' && options.deferredRows === 'output'
		? [{ type: '${MAIN}', displayName: 'Deferred' }] : []),
	...(resource !== 'account' && options.onNotFound === 'output'
		? [{ type: '${MAIN}', displayName: 'Not Found' }] : []),
].map((output, _index, { length }) => (length > 1 ? output : '${MAIN}')))($parameter) }}` as const;

const NAMES = Object.fromEntries(
	OPERATIONS.map(({ resource, operation, name }) => {
		const of = RESOURCES.find(({ value }) => value === resource);
		return [`${resource}/${operation}`, `${of?.name ?? resource}: ${name}`];
	}),
);

/** An expression for the display names of resource and operation. */
export const SUBTITLE =
	`={{ (${JSON.stringify(NAMES)})` + '[$parameter["resource"] + "/" + $parameter["operation"]] }}';
