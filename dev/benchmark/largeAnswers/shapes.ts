const ADA = { full_name: 'Ada Example' };

/** Results of a hit that are as large as asked for, in shapes that need most memory or hide the data. */
export const SHAPES = {
	text: (email, characters) => ({ ...ADA, business_email: email, biography: 'x'.repeat(characters) }),
	/** Small lists, which need more than ten times the memory of their text. */
	lists: (email, characters) => ({
		...ADA,
		business_email: email,
		groups: Array.from({ length: characters / 3 }, () => []),
	}),
	/** The email has a name that no column reads. */
	unrecognized: (email, characters) => ({ reach: email, biography: 'x'.repeat(characters) }),
} satisfies Record<string, (email: string, characters: number) => object>;

export type Shape = keyof typeof SHAPES;

/** Returns the reply to one lookup. @param characters of the text, about */
export const largeReply = (shape: Shape, email: string, characters: number): string =>
	JSON.stringify({ results: SHAPES[shape](email, characters), status: 'ok', metadata: { tokens_charged: 1 } });
