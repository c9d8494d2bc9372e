import { speedUp } from '../../../dev/n8n/engine/fastTime';

/** Lets the waits of the node pass 20 times as fast in the tests of a file. The services keep their pace. */
export function inFastTime(factor = 20): void {
	let restore = () => {};
	beforeAll(() => {
		restore = speedUp(factor);
	});
	afterAll(() => restore());
}
