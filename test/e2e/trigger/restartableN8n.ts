import { startAll } from '../../../dev/n8n/instance/cleanups';
import { startN8n } from '../../../dev/n8n/instance/n8nProcess';
import { freePorts } from '../../../dev/n8n/instance/ports';
import type { SandboxOptions } from '../../../dev/sandbox/server';
import { enter, makeTestbed } from '../support/testbed';

/** A whole n8n that can be killed and started again with the same data, like after a power failure. */
export type RestartableN8n = Awaited<ReturnType<typeof startRestartable>>;

export const startRestartable = async (options: SandboxOptions) =>
	await startAll(async (cleanups) => {
		const { n8n: installed, userFolder, files, sandbox } = await makeTestbed(cleanups, options);
		const [port, brokerPort] = await freePorts(2);
		const start = async () => await startN8n(installed, { userFolder, port, brokerPort, files });
		let n8n = await start();
		cleanups.add(async () => await n8n.stop());
		const entered = await enter(n8n.url, sandbox);
		return {
			sandbox,
			...entered,
			kill: async () => await n8n.kill(),
			async restart() {
				n8n = await start();
				await entered.rest.enter();
			},
		};
	});
