import type { Phone } from '../../nodes/IdentityResolution/api/request';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { Book } from '../../nodes/IdentityResolution/run/book';
import type { Waiting } from '../../nodes/IdentityResolution/run/entry';
import { lookupFor } from './lookups';

/** One who does this when told. */
export const whoDoes = (settled: Waiting['settled']): Waiting => ({
	stage: 'fresh',
	settled,
	reconsider: () => undefined,
});
export const nobody = whoDoes(() => undefined);

/** A book in which the tool is asked about each of these, in this order. */
export function bookOf(tool: Tool, names: readonly string[], phone: Phone = 'without'): Book {
	const book = new Book();
	for (const name of names) book.ask(lookupFor(tool, name, phone), nobody);
	return book;
}
