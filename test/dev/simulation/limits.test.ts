import type { IExecuteFunctions } from 'n8n-workflow';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { readSettings } from '../../../nodes/IdentityResolution/actions/settings';
import { NEW_NODE } from '../../../dev/simulation/limits';

it('the limits that are simulated are those of a node on which nothing is set', () => {
	const untouched = {
		getNodeParameter: (_name: string, _item: number, fallback: unknown) => fallback,
	} as unknown as IExecuteFunctions;
	expect(readSettings(untouched, findBest).settings.limits).toEqual(NEW_NODE);
});
