import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { begin, Endings } from '../../host/endings';
import { installN8n, type N8n } from '../../host/install';
import { installNode } from '../../host/installNode';
import { startN8n, type RunningN8n } from '../../host/n8nProcess';
import { freePorts } from '../../host/ports';
import { Rest } from '../../host/rest';
import { buildCanvasNodes } from './canvasNodes';

/** An n8n that was set up once, of which every measurement gets a copy: none inherits another's database or memory. */
export interface Template {
	n8n: N8n;
	/**
	 * @param name of a folder, of its own for each copy
	 * @param nodeArgs of the Node.js that it runs on
	 * @returns it, and a login
	 */
	start(name: string, endings: Endings, nodeArgs?: readonly string[]): Promise<{ n8n: RunningN8n; rest: Rest }>;
	stop(): Promise<void>;
}

/** In seconds. n8n's default of 300 would end a Code node that asks one row after another before it is half done. */
const PATIENT = { N8N_RUNNERS_TASK_TIMEOUT: '3600' };

export const makeTemplate = async (): Promise<Template> =>
	await begin(async (endings) => {
		const n8n = await installN8n();
		const folder = mkdtempSync(join(tmpdir(), 'identity-resolution-bench-'));
		const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
		// A signal ends this process without its endings.
		process.once('exit', remove);
		endings.add(remove);
		const original = join(folder, 'original');
		mkdirSync(original);
		await installNode(original);
		const canvas = join(folder, 'canvas');
		buildCanvasNodes(canvas);

		const startIn = async (userFolder: string, ends: Endings, nodeArgs?: readonly string[]) => {
			const files = join(folder, 'files');
			mkdirSync(files, { recursive: true });
			const [port, brokerPort] = await freePorts(2);
			const running = await startN8n(n8n, { userFolder, port, brokerPort, files }, { env: { N8N_CUSTOM_EXTENSIONS: canvas, ...PATIENT }, nodeArgs });
			ends.add(async () => await running.stop());
			const rest = new Rest(running.url);
			await rest.enter();
			return { n8n: running, rest };
		};
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
