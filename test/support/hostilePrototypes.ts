const SHARED = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, RegExp];

const inherited = () =>
	SHARED.flatMap(({ name, prototype }) =>
		Reflect.ownKeys(prototype as object).map((key) => `${name}.prototype.${String(key)}`),
	);

/** The inherited properties when the test file was loaded. */
const INITIAL = inherited();

/** The inherited properties that were added or removed since the test file was loaded. */
export function pollution(): string[] {
	const now = inherited();
	return [...now.filter((one) => !INITIAL.includes(one)), ...INITIAL.filter((one) => !now.includes(one))];
}
