import type { Book } from '../../nodes/IdentityResolution/run/book';
import type { Ask } from '../../nodes/IdentityResolution/run/entry';

/** Whom a request asks about, by their slugs. */
export const namesIn = (ask: Ask | null) =>
	ask?.entries.map(({ lookup }) => lookup.identifier.key.replace('linkedin:', ''));

/** Everything that a book has to send, in requests of so many lookups at most. */
export function takeAll(book: Book, size: number): Ask[] {
	const asks: Ask[] = [];
	for (let ask = book.take(size); ask !== null; ask = book.take(size)) asks.push(ask);
	return asks;
}
