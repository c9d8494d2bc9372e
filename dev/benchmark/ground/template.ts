import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { begin, Endings } from '../../n8n/instance/endings';
import { installN8n, type N8n } from '../../n8n/instance/install';
import { installNode } from '../../n8n/instance/installNode';
import { openN8n, type OpenN8n } from '../../n8n/instance/openN8n';
import { temporaryFolder } from '../../n8n/instance/temporaryFolder';
import { buildCanvasNodes } from './canvasNodes';

/** An n8n that was set up once, of which every measurement gets a copy: none inherits another's database or memory. */
export interface Template {
	n8n: N8n;
	/**
	 * @param name of a folder, of its own for each copy
	 * @param nodeArgs of the Node.js that it runs on
	 * @returns it, and a login
	 */
	start(name: string, endings: Endings, nodeArgs?: readonly string[]): Promise<OpenN8n>;
	stop(): Promise<void>;
}

/** In seconds. n8n's default of 300 would end a Code node that asks one row after another before it is half done. */
const PATIENT = { N8N_RUNNERS_TASK_TIMEOUT: '3600' };

export const makeTemplate = async (): Promise<Template> =>
	await begin(async (endings) => {
		const n8n = await installN8n();
		const folder = temporaryFolder('bench', endings);
		const original = join(folder, 'original');
		mkdirSync(original);
		await installNode(original);
		const canvas = join(folder, 'canvas');
		buildCanvasNodes(canvas);

		const files = join(folder, 'files');
		mkdirSync(files);

		const env = { N8N_CUSTOM_EXTENSIONS: canvas, ...PATIENT };
		const startIn = async (userFolder: string, ends: Endings, nodeArgs?: readonly string[]) =>
			await openN8n({ n8n, userFolder, files }, ends, { env, nodeArgs });
		const first = new Endings();
		await startIn(original, first).finally(async () => await first.run());

		return {
			n8n,
			async start(name, ends, nodeArgs) {
				const copy = join(folder, name);
				cpSync(original, copy, { recursive: true });
				ends.add(() => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));
				return await startIn(copy, ends, nodeArgs);
			},
		};
	});
