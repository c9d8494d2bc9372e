import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** What a file takes from another one. */
interface Import {
	from: string;
	to: string;
	/** Values, not types. */
	values: readonly string[];
}

/** The values that a file exports. */
type Exports = ReadonlyMap<string, ReadonlySet<string>>;

const sourceOf = (file: string): ts.SourceFile =>
	ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

const isExported = (node: ts.Statement): boolean =>
	ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function valuesExportedBy(source: ts.SourceFile): Set<string> {
	const values = new Set<string>();
	for (const statement of source.statements.filter(isExported)) {
		if (ts.isVariableStatement(statement))
			for (const { name } of statement.declarationList.declarations) addNames(name, values);
		const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
		if (isNamed && statement.name !== undefined) values.add(statement.name.text);
	}
	return values;
}

function addNames(name: ts.BindingName, names: Set<string>): void {
	if (ts.isIdentifier(name)) names.add(name.text);
	else for (const part of name.elements) if (ts.isBindingElement(part)) addNames(part.name, names);
}

function importsOf(source: ts.SourceFile, exported: Exports): Import[] {
	return source.statements.flatMap((statement) => {
		const isLink = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
		const path = isLink ? statement.moduleSpecifier : undefined;
		if (path === undefined || !ts.isStringLiteral(path) || !path.text.startsWith('.')) return [];
		const to = fileAt(join(dirname(source.fileName), path.text));
		const all = exported.get(to) ?? new Set<string>();
		return [{ from: source.fileName, to, values: namesIn(statement, all).filter((name) => all.has(name)) }];
	});
}

const fileAt = (path: string): string => (existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts'));

/** Returns the names that a statement takes from a file with these. */
function namesIn(statement: ts.Statement, all: ReadonlySet<string>): string[] {
	if (ts.isImportDeclaration(statement)) {
		const { isTypeOnly = true, namedBindings: bindings } = statement.importClause ?? {};
		if (isTypeOnly || bindings === undefined) return [];
		if (ts.isNamespaceImport(bindings)) return [...all];
		const values = bindings.elements.filter((one) => !one.isTypeOnly);
		return values.map(({ name, propertyName }) => (propertyName ?? name).text);
	}
	const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
	if (clause === undefined || !ts.isNamedExports(clause)) return [...all];
	return clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

export interface Structure {
	imports: readonly Import[];
	exported: Exports;
}

/** @param files paths of sources that import each other */
export function structureOf(files: readonly string[]): Structure {
	const sources = files.map(sourceOf);
	const exported = new Map(sources.map((source) => [source.fileName, valuesExportedBy(source)]));
	return { exported, imports: sources.flatMap((source) => importsOf(source, exported)) };
}

/** Returns the values that no file of the product imports, as `file: name`. n8n loads nodes and credentials by name. */
export function onlyForTests({ imports, exported }: Structure): string[] {
	const used = new Set(imports.flatMap(({ to, values }) => values.map((name) => `${to}: ${name}`)));
	const isLoadedByHost = (file: string) => /\.(?:node|credentials)\.ts$/.test(file);
	return [...exported]
		.filter(([file]) => !isLoadedByHost(file))
		.flatMap(([file, names]) => [...names].map((name) => `${file}: ${name}`))
		.filter((value) => !used.has(value));
}

/**
 * Returns the rooms from which a chain of imported values leads back to themselves.
 * @param roomOf of a file: its folder, or the file itself
 */
export function roomsInCircles({ imports }: Structure, roomOf: (file: string) => string): string[] {
	const graph = new Map<string, Set<string>>();
	for (const { from, to, values } of imports) {
		const [room, other] = [roomOf(from), roomOf(to)];
		const reached = graph.get(room) ?? new Set<string>();
		graph.set(room, reached);
		if (other !== room && values.length > 0) reached.add(other);
	}
	return [...graph.keys()].filter((room) => reaches(graph, room)).sort();
}

/** Whether a chain leads from a room back to it. */
function reaches(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): boolean {
	const seen = new Set<string>();
	const open = [...(graph.get(start) ?? [])];
	for (let room = open.pop(); room !== undefined; room = open.pop()) {
		if (room === start) return true;
		if (seen.has(room)) continue;
		seen.add(room);
		open.push(...(graph.get(room) ?? []));
	}
	return false;
}
