import { z } from 'zod/v4';
import { toObject } from './json';

/**
 * A field that a function reads, also if it is missing. Of the ways to say so, this is the one that
 * all versions of zod from 3.25 on read alike: some refuse an object without the key of any other.
 */
export const readAs = <Value>(read: (value: unknown) => Value) =>
	z.unknown().optional().transform(read);

/** An object of a reply. Anything else, also a missing one, counts as empty. */
export const objectAs = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
	readAs(toObject).pipe(z.object(shape));
