import { NodeConnectionTypes } from 'n8n-workflow';

const MAIN = NodeConnectionTypes.Main;

/** An expression, which n8n evaluates without items. */
export const INPUTS = `={{ (({ resource, options = {} }) => resource !== 'account' && options.knownAnswers
	? [{ type: '${MAIN}', displayName: 'Rows' }, { type: '${MAIN}', displayName: 'Known' }]
	: ['${MAIN}'])($parameter) }}` as const;

/** An expression like that of the inputs. A single output is unnamed: a name would hide the item count. */
export const OUTPUTS = `={{ (({ resource, options = {} }) => [
	{ type: '${MAIN}', displayName: 'Results' },
	...(resource !== 'account' && options.onLimit === 'output'
		? [{ type: '${MAIN}', displayName: 'Deferred' }] : []),
	...(resource !== 'account' && options.onNotFound === 'output'
		? [{ type: '${MAIN}', displayName: 'Not Found' }] : []),
].map((output, _index, { length }) => (length > 1 ? output : '${MAIN}')))($parameter) }}` as const;
