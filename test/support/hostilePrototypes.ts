const SHARED = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, RegExp];

const inherited = () =>
	SHARED.flatMap(({ name, prototype }) =>
		Reflect.ownKeys(prototype as object).map((key) => `${name}.prototype.${String(key)}`),
	);

/** As they were when the test file began. */
const AT_FIRST = inherited();

/** What every object inherits now and did not at first, or did and does no more: nothing, unless an answer or a cell was believed too much. */
export function pollution(): string[] {
	const now = inherited();
	return [...now.filter((one) => !AT_FIRST.includes(one)), ...AT_FIRST.filter((one) => !now.includes(one))];
}
