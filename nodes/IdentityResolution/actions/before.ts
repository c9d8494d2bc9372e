import type { IDataObject } from 'n8n-workflow';
import { field } from '../api/json';
import { isResume } from '../api/resume';

/** What one of our columns came in with. */
export type Before = (column: string) => unknown;

/**
 * Our columns of a row that comes in. They come in under the prefix, also where they leave without it: a bare `title` may be the
 * user's own. Only a `resume` text says itself what it is.
 */
export const beforeIn =
	(json: IDataObject, prefix: string): Before =>
	(column) => {
		const cell = field(json, prefix + column);
		if (column !== 'resume' || isResume(cell)) return cell;
		const bare = field(json, column);
		return isResume(bare) ? bare : cell;
	};
