import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

/** What one row enters on its way. */
export interface Walk {
	files: number;
	functions: number;
	/** How often the next entered function is in another file than the last one. */
	changesOfFile: number;
}

const ENTER = '__enterFunction';

/** Makes every function of a compiled file say that it is entered. */
export function markFunctions(file: string): void {
	const text = readFileSync(file, 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const marks: Array<{ at: number; text: string }> = [];
	const visit = (node: ts.Node): void => {
		if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) addMarks(node.body);
		ts.forEachChild(node, visit);
	};
	const addMarks = (body: ts.Node) => {
		const call = `globalThis.${ENTER}?.(${JSON.stringify(file)}, ${body.pos})`;
		if (ts.isBlock(body)) {
			// Directives come first.
			const first = body.statements.find((one) => !isDirective(one));
			marks.push({ at: first?.getStart(source) ?? body.end - 1, text: `${call};` });
			return;
		}
		marks.push({ at: body.getStart(source), text: `(${call}, ` }, { at: body.end, text: ')' });
	};
	visit(source);
	let marked = text;
	for (const mark of marks.toSorted((one, other) => other.at - one.at))
		marked = marked.slice(0, mark.at) + mark.text + marked.slice(mark.at);
	writeFileSync(file, marked);
}

const isDirective = (node: ts.Statement): boolean =>
	ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression);

/** Counts what is entered while something runs. */
export async function walkOf(run: () => Promise<void>): Promise<Walk> {
	const files = new Set<string>();
	const functions = new Set<string>();
	let changesOfFile = 0;
	let last = '';
	const enter = (file: string, place: number): void => {
		files.add(file);
		functions.add(`${file}:${place}`);
		if (file !== last) changesOfFile += 1;
		last = file;
	};
	Object.assign(globalThis, { [ENTER]: enter });
	await run();
	Object.assign(globalThis, { [ENTER]: undefined });
	return { files: files.size, functions: functions.size, changesOfFile };
}
