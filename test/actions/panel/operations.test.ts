import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { PROPERTIES } from '../../../nodes/IdentityResolution/actions/panel/properties';

const FIELDS = new Set(OPERATIONS.flatMap(({ fields }) => fields.map(({ name }) => name)));

it.each(OPERATIONS.map(({ resource, operation, action }) => ({ resource, operation, action })))(
	'$resource/$operation has an action that fits into the tool name that n8n generates',
	({ action }) => {
		// n8n truncates tool names at 64 characters, including the digit that makes the name of a second tool unique.
		expect(`${action} in Identity Resolution`.length).toBeLessThanOrEqual(63);
		expect(action).not.toMatch(/[()]/);
	},
);

it.each(OPERATIONS)('the panel of $resource/$operation shows its parameters in their order', (one) => {
	const names = PROPERTIES.flatMap(({ name, displayOptions: { show } = {} }) =>
		show?.resource?.includes(one.resource) && show.operation?.includes(one.operation) ? [name] : [],
	);
	const own = one.fields.map(({ name }) => name);
	expect(names.slice(0, own.length)).toEqual(own);
	expect(names.filter((name) => FIELDS.has(name))).toEqual(own);
});
