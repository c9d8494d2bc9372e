import { readPage, tableOf } from './pageTable';

/** The page about the texts of the editor. */
export const EDITOR_PAGE = readPage('docs/editor.md');

/** The texts that one of its tables quotes, in order. */
export const quoted = (name: string) => tableOf(EDITOR_PAGE, name).map(([text]) => text);
