import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const SOURCES = join(__dirname, '..', 'canvas');

/** As n8n calls what it finds in a folder of the user's own. */
export const ROWS = 'CUSTOM.benchRows';
export const RECEIPT = 'CUSTOM.benchReceipt';
export const BARE_LOOKUP = 'CUSTOM.benchBareLookup';

/** Builds the benchmark's own nodes into a folder for n8n to load. */
export function buildCanvasNodes(folder: string): void {
	mkdirSync(folder, { recursive: true });
	for (const file of readdirSync(SOURCES)) {
		const source = readFileSync(join(SOURCES, file), 'utf8');
		const { outputText } = transpileModule(source, {
			compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
		});
		writeFileSync(join(folder, file.replace(/ts$/, 'js')), outputText);
	}
}
