import { startAll } from '../../../dev/n8n/instance/cleanups';
import { type RunningN8n, startN8n } from '../../../dev/n8n/instance/n8nProcess';
import { freePorts } from '../../../dev/n8n/instance/ports';
import type { Rest } from '../../../dev/n8n/instance/rest';
import type { CredentialRef } from '../../../dev/n8n/instance/workflow';
import type { Sandbox, SandboxOptions } from '../../../dev/sandbox/server';
import { enter, makeGround } from '../support/ground';

/** A whole n8n that can end and come back on the same folder, as on a machine that loses its power. */
export interface Restarted {
	rest: Rest;
	sandbox: Sandbox;
	credential: CredentialRef;
	/** Ends n8n without a warning. */
	kill(): Promise<void>;
	/** Starts it again: by then it has polled once for every workflow that was active. */
	startAgain(): Promise<void>;
	/** Ends it all and removes its folders. */
	stop(): Promise<void>;
}

/** Starts it. @throws where any part of it does not start; nothing of it is left running then */
export const startRestarted = async (options: SandboxOptions): Promise<Restarted> =>
	await startAll(async (cleanups) => {
		const { n8n: installed, userFolder, files, sandbox } = await makeGround(cleanups, options);
		const [port, brokerPort] = await freePorts(2);
		const start = async (): Promise<RunningN8n> =>
			await startN8n(installed, { userFolder, port, brokerPort, files });
		let n8n = await start();
		cleanups.add(async () => await n8n.stop());
		const entered = await enter(n8n.url, sandbox);
		return {
			sandbox,
			...entered,
			kill: async () => await n8n.kill(),
			startAgain: async () => {
				n8n = await start();
				await entered.rest.enter();
			},
		};
	});
