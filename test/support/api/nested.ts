/** A value inside so many lists: JSON can be parsed to any depth, but not everything that walks it can follow. */
export function nested(depth: number, value: unknown): unknown {
	let whole = value;
	for (let level = 0; level < depth; level++) whole = [whole];
	return whole;
}
