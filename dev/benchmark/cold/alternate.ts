/**
 * Measures some things in turn, again and again, so that whatever else the machine does meanwhile meets all of them alike.
 * The first round is not counted: it finds files on the disk that the later ones find in memory.
 * @param rounds that count
 * @returns what was measured of each, in the order of `things`
 */
export async function alternate<T, R>(
	things: readonly T[],
	rounds: number,
	measure: (thing: T) => Promise<R>,
): Promise<R[][]> {
	const measured: R[][] = things.map(() => []);
	for (let round = 0; round <= rounds; round++) {
		for (const [place, thing] of things.entries()) {
			const result = await measure(thing);
			if (round > 0) measured[place].push(result);
		}
	}
	return measured;
}
