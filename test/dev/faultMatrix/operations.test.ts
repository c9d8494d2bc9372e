import { OPERATIONS as INTERFACE } from '../../../nodes/IdentityResolution/actions/operations';
import { OPERATIONS } from '../../../dev/faultMatrix/operations';

it('operations are the whole public interface', () => {
	expect(OPERATIONS.map(({ name }) => name).sort()).toEqual(
		INTERFACE.map(({ resource, operation }) => `${resource}.${operation}`).sort(),
	);
});
