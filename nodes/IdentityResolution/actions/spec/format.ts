/** A count with its word: "1 row", "2 rows". */
export const counted = (count: number, what: string) =>
	`${grouped(count)} ${what}${count === 1 ? '' : 's'}`;

const PLURALS = { counts: 'count', has: 'have', is: 'are', names: 'name', was: 'were' } as const;

/** A verb behind a count: "1 row was", "2 rows were". */
export const verbFor = (count: number, verb: keyof typeof PLURALS): string =>
	count === 1 ? verb : PLURALS[verb];

/** A number with separators: "10,000". */
export const grouped = (count: number) => count.toLocaleString('en-US');

/**
 * A time to the second, rounded up, because a retry that is too early is refused.
 * @param time epoch ms
 */
export const readable = (time: number) =>
	`${new Date(Math.ceil(time / 1_000) * 1_000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Escapes a text that n8n shows as HTML: hints, and the description of an error. */
export const asHtml = (text: string): string => text.replaceAll('<', '&lt;');

/** Characters of the `reason` column: what fits into a cell of a sheet without scrolling. */
export const LONGEST_REASON = 160;
