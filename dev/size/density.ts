import { readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import * as tseslint from 'typescript-eslint';
import ts from 'typescript';

/** How much a reader has to decode. Tokens, unlike lines, do not fall by packing. */
export interface Density {
	tokens: number;
	tokensPerLine: number;
	/** Per 100 lines of code. */
	ternaries: number;
	/** Percent of the lines of code with more than 100 columns. */
	wideLines: number;
	/** Types that no name declares. */
	returnTypes: number;
	longFiles: number;
	complexFunctions: number;
}

const MOST_COLUMNS = 100;
const MOST_LINES = 250;
const MOST_BRANCHES = 10;
const TAB = '    ';

export function densityOf(files: readonly string[]): Density {
	const total = { tokens: 0, lines: 0, ternaries: 0, wide: 0, returnTypes: 0, longFiles: 0, complexFunctions: 0 };
	for (const file of files) {
		const text = readFileSync(file, 'utf8');
		const { tokens, ternaries, lines } = contentOf(text);
		const all = text.split('\n');
		total.tokens += tokens;
		total.ternaries += ternaries;
		total.lines += lines.size;
		total.wide += [...lines].filter((line) => all[line].replaceAll('\t', TAB).length > MOST_COLUMNS).length;
		total.returnTypes += text.match(/ReturnType<\s*typeof/g)?.length ?? 0;
		total.longFiles += all.length > MOST_LINES ? 1 : 0;
		total.complexFunctions += complexFunctionsIn(text);
	}
	const per = (count: number, factor: number, digits: number) =>
		Number(((factor * count) / total.lines).toFixed(digits));
	return {
		tokens: total.tokens,
		tokensPerLine: per(total.tokens, 1, 2),
		ternaries: per(total.ternaries, 100, 1),
		wideLines: per(total.wide, 100, 1),
		returnTypes: total.returnTypes,
		longFiles: total.longFiles,
		complexFunctions: total.complexFunctions,
	};
}

/** Counts the tokens of a source without its comments. `lines` are the indexes of those that contain one. */
function contentOf(text: string): { tokens: number; ternaries: number; lines: ReadonlySet<number> } {
	const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
	const lines = new Set<number>();
	let tokens = 0;
	let ternaries = 0;
	const visit = (node: ts.Node): void => {
		if (ts.isJSDoc(node) || node.kind === ts.SyntaxKind.EndOfFileToken) return;
		if (ts.isConditionalExpression(node)) ternaries += 1;
		const parts = node.getChildren(source);
		if (parts.length === 0 && node.getText(source) !== '') {
			tokens += 1;
			lines.add(source.getLineAndCharacterOfPosition(node.getStart(source)).line);
		}
		parts.forEach(visit);
	};
	visit(source);
	return { tokens, ternaries, lines };
}

const linter = new Linter();

function complexFunctionsIn(text: string): number {
	const messages = linter.verify(text, {
		languageOptions: { parser: tseslint.parser as Linter.Parser },
		rules: { complexity: ['error', MOST_BRANCHES] },
	});
	return messages.filter(({ ruleId }) => ruleId === 'complexity').length;
}
