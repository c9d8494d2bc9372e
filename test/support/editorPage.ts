import { readPage, tableOf } from './pageTable';

/** The page that documents the texts of the editor. */
export const EDITOR_PAGE = readPage('docs/editor.md');

/** Returns the texts that a table of the page quotes, in order. */
export const quoted = (name: string) => tableOf(EDITOR_PAGE, name).map(([text]) => text);
