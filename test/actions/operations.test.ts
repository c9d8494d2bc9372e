import { OPERATIONS } from '../../nodes/IdentityResolution/actions/operations';

it.each(OPERATIONS.map(({ resource, operation, action }) => ({ resource, operation, action })))(
	'$resource/$operation is called so that n8n can tell two tools of an agent apart that it named itself',
	({ action }) => {
		// n8n cuts the name of a tool at 64 characters, and would cut off the digit that makes the second one's name its own.
		expect(`${action} in Identity Resolution`.length).toBeLessThanOrEqual(63);
		expect(action).not.toMatch(/[()]/);
	},
);
