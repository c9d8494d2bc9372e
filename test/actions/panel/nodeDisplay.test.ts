import type { INodeParameters } from 'n8n-workflow';
import { OPERATIONS, RESOURCES } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { ends, subtitleOf } from '../../support/actions/nodeEnds';

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
	'each lookup with a list or a store has three inputs, so that no wire moves: $resource / $operation',
	(parameters) => {
		const inputs = (knownAnswers: boolean, suppressionList: boolean) =>
			ends('inputs', { ...parameters, options: { knownAnswers, suppressionList } });
		const three = (...names: string[]) => (parameters.resource === 'account' ? ['main'] : names);
		expect(inputs(false, false)).toEqual(['main']);
		expect(inputs(true, false)).toEqual(three('Rows', 'Suppressed (off)', 'Known'));
		expect(inputs(false, true)).toEqual(three('Rows', 'Suppressed', 'Known (off)'));
		expect(inputs(true, true)).toEqual(three('Rows', 'Suppressed', 'Known'));
	},
);

it('the subtitle has the display names of each operation', () => {
	const expected = RESOURCES.flatMap(({ name, operations }) => operations.map((one) => `${name}: ${one.name}`));
	expect(OPERATIONS.map(({ resource, operation }) => subtitleOf({ resource, operation }))).toEqual(expected);
	expect(expected).toContain('Personal Email: Find Best');
});
