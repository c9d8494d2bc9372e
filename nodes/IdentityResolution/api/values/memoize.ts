/**
 * Decides once for each key of what rows have in common, by default a text such as the name of a
 * column.
 */
export function memoize<T, Given = string>(
	decide: (given: Given) => T,
	keyOf: (given: Given) => unknown = (given) => given,
) {
	const known = new Map<unknown, T>();
	return (given: Given): T => {
		const key = keyOf(given);
		let decided = known.get(key);
		if (decided === undefined) known.set(key, (decided = decide(given)));
		return decided;
	};
}
