import type { LookupOperation } from '../spec/operation';
import { SOURCES } from './sources';

export const resolve: LookupOperation = {
	kind: 'lookup',
	resource: 'person',
	operation: 'resolve',
	name: 'Resolve',
	action: 'Resolve person by any identifiers',
	description:
		'Find wanted data by any identifier of a person. A row may be charged once per tool; no person is paid for twice.',
	builderHint:
		'For several wants, or if rows have different identifiers. For one want by LinkedIn URL choose resource ' +
		'workEmail, personalEmail or mobilePhone: they send fewer requests',
	tools: SOURCES.map(({ tool }) => tool),
	by: { is: 'person' },
};
