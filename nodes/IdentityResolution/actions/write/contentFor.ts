import type { LookupOperation } from '../spec/operation';
import { resolvedContent } from './resolvedContent';
import { searchContent } from './searchContent';
import { oneTool, type ContentMapper, type ContentSettings } from './content';

/** Returns the content of an operation's rows. */
export function contentFor(operation: LookupOperation, settings: ContentSettings): ContentMapper {
	const { by, tools } = operation;
	if (by.is === 'person') return resolvedContent(operation, settings);
	const tool = tools.at(0) ?? null;
	return tool?.search ? searchContent(tool) : oneTool(tool);
}
