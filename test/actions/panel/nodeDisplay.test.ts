import type { INodeParameters } from 'n8n-workflow';
import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { ends } from '../../support/actions/nodeEnds';

const FIND_BEST = { resource: 'personalEmail', operation: 'findBest' };
const ACCOUNT = { resource: 'account', operation: 'get' };

it.each<[INodeParameters, string[]]>([
	[{}, ['main']],
	[{ onLimit: 'keep', onNotFound: 'drop', dryRun: true, knownAnswers: false }, ['main']],
	[{ onLimit: 'output' }, ['Results', 'Deferred']],
	[{ onNotFound: 'output' }, ['Results', 'Not Found']],
	[{ onLimit: 'output', onNotFound: 'output', knownAnswers: true }, ['Results', 'Deferred', 'Not Found']],
])('with %j the outputs are %j, and the account has one', (options, outputs) => {
	expect(ends('outputs', { ...FIND_BEST, options })).toEqual(outputs);
	expect(ends('outputs', { ...ACCOUNT, options })).toEqual(['main']);
});

it.each(OPERATIONS.map(({ resource, operation }) => ({ resource, operation })))(
	'the inputs are Rows and Known with Use Known Answers for each lookup: $resource / $operation',
	(parameters) => {
		const known = ends('inputs', { ...parameters, options: { knownAnswers: true } });
		expect(known).toEqual(parameters.resource === 'account' ? ['main'] : ['Rows', 'Known']);
		expect(ends('inputs', { ...parameters, options: { knownAnswers: false } })).toEqual(['main']);
	},
);
