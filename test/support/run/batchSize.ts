import type { Tool } from '../../../nodes/IdentityResolution/api/tool';

/** Returns the tool with at most `size` lookups per request. A tool that does not batch stays as it is. */
export function inBatchesOf(size: number, { batch, ...single }: Tool): Tool {
	return size === 1 || batch === undefined ? single : { ...single, batch: { ...batch, max: size } };
}
