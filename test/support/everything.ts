/** Returns all content of a value as text, including errors and their causes. Each object is included once. */
export function everythingIn(value: object): string {
	const seen = new WeakSet<object>();
	const read = (_key: string, part: unknown): unknown => {
		if (typeof part !== 'object' || part === null) return part;
		if (seen.has(part)) return undefined;
		seen.add(part);
		return part instanceof Error ? { ...part, message: part.message, stack: part.stack, cause: part.cause } : part;
	};
	return JSON.stringify(value, read);
}
