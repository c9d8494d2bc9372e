import type { Reply } from '../../nodes/IdentityResolution/api/reply';
import { everyoneFound, nameOf, type Script } from './fakeService';

/** Every request is answered alike. */
export const always =
	(reply: () => Reply): Script =>
	() =>
		reply();

/** The first request is answered so, every other one by finding everyone. */
export const atFirst =
	(reply: () => Reply): Script =>
	(asked) =>
		asked.nth === 0 ? reply() : everyoneFound(asked);

/** Everyone is found, except where a request carries one of these. */
export const exceptFor =
	(names: readonly string[], reply: () => Reply): Script =>
	(asked) =>
		asked.inputs.some((input) => names.includes(nameOf(input))) ? reply() : everyoneFound(asked);
