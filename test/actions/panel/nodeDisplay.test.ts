import type { INodeParameters } from 'n8n-workflow';
import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { IdentityResolution } from '../../../nodes/IdentityResolution/IdentityResolution.node';
import { ends } from '../../support/actions/nodeEnds';

const FIND_BEST = { resource: 'personalEmail', operation: 'findBest' };
const ACCOUNT = { resource: 'account', operation: 'get' };

describe('the node has the inputs', () => {
	it.each<[string, INodeParameters, string[]]>([
		['one without a name', FIND_BEST, ['main']],
		['one without a name, with other options', { ...FIND_BEST, options: { dryRun: true } }, ['main']],
		['one if Use Known Answers is off', { ...FIND_BEST, options: { knownAnswers: false } }, ['main']],
		['Rows and Known with Use Known Answers', { ...FIND_BEST, options: { knownAnswers: true } }, ['Rows', 'Known']],
		['one for the account, which has no rows', { ...ACCOUNT, options: { knownAnswers: true } }, ['main']],
		['one without any parameter', {}, ['main']],
	])('%s', (_which, parameters, inputs) => {
		expect(ends('inputs', parameters)).toEqual(inputs);
	});

	it.each(OPERATIONS.map(({ resource, operation }) => ({ resource, operation })))(
		'Rows and Known with Use Known Answers for each lookup: $resource / $operation',
		(parameters) => {
			const known = ends('inputs', { ...parameters, options: { knownAnswers: true } });
			expect(known).toEqual(parameters.resource === 'account' ? ['main'] : ['Rows', 'Known']);
		},
	);
});

describe('the node has the outputs', () => {
	it.each<[string, INodeParameters, string[]]>([
		['one without a name', {}, ['main']],
		['one if rows are kept', { onLimit: 'keep', onNotFound: 'drop' }, ['main']],
		['Results and Deferred', { onLimit: 'output' }, ['Results', 'Deferred']],
		['Results and Not Found', { onNotFound: 'output' }, ['Results', 'Not Found']],
		['all three', { onLimit: 'output', onNotFound: 'output' }, ['Results', 'Deferred', 'Not Found']],
		['one with known answers', { knownAnswers: true }, ['main']],
	])('%s', (_which, options, outputs) => {
		expect(ends('outputs', { ...FIND_BEST, options })).toEqual(outputs);
		expect(ends('outputs', { ...ACCOUNT, options })).toEqual(['main']);
	});
});

it('the subtitle is that of other nodes', () => {
	const { subtitle } = new IdentityResolution().description;
	expect(subtitle).toBe('={{ $parameter["operation"] + ": " + $parameter["resource"] }}');
});
