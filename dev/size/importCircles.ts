import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the folders from which a chain of imports leads back to themselves. @param files paths of sources */
export function foldersInCircles(files: readonly string[]): string[] {
	const graph = graphOf(files);
	return [...graph.keys()].filter((folder) => reaches(graph, folder, folder)).sort();
}

function graphOf(files: readonly string[]): Graph {
	const graph = new Map<string, Set<string>>();
	for (const file of files) {
		const folder = dirname(file);
		const imported = graph.get(folder) ?? new Set<string>();
		graph.set(folder, imported);
		for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']*)'/g)) {
			const other = dirname(join(folder, path));
			if (other !== folder) imported.add(other);
		}
	}
	return graph;
}

function reaches(graph: Graph, from: string, to: string): boolean {
	const seen = new Set<string>();
	const open = [...(graph.get(from) ?? [])];
	for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
		if (folder === to) return true;
		if (seen.has(folder)) continue;
		seen.add(folder);
		open.push(...(graph.get(folder) ?? []));
	}
	return false;
}
