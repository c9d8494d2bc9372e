import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import type { Cleanups } from '../../../dev/n8n/instance/cleanups';
import { freePorts } from '../../../dev/n8n/instance/ports';
import type { Rest } from '../../../dev/n8n/instance/rest';
import { CREDENTIAL_TYPE, type CredentialRef } from '../../../dev/n8n/instance/workflow';
import { startEcho } from '../../support/echoServer';
import { startWire, wireAnswer, type WireServer } from '../../support/wireServer';

/** Servers other than the service, and the credentials with their addresses as Base URL. */
export interface OtherServers {
	/** Returns what it receives, with the headers. */
	echo: Awaited<ReturnType<typeof startEcho>>;
	/** Redirects to the foreign server. */
	mover: WireServer;
	/** In no credential. */
	foreign: WireServer;
	/** `gone` has an address without a server. */
	credentials: Record<'echo' | 'mover' | 'gone', CredentialRef>;
}

export async function startOtherServers(cleanups: Cleanups, rest: Rest, apiKey: string): Promise<OtherServers> {
	const echo = await startEcho();
	cleanups.add(async () => await echo.close());
	const foreign = await startWire();
	cleanups.add(async () => await foreign.close());
	const mover = await startWire(() => wireAnswer(307, '', { location: `${foreign.url}/get_account` }));
	cleanups.add(async () => await mover.close());
	const [gone] = await freePorts(1);
	const credential = async (name: string, baseUrl: string) =>
		await rest.createCredential(name, CREDENTIAL_TYPE, { baseUrl, apiKey });
	const credentials = {
		echo: await credential('Echo', echo.url),
		mover: await credential('Mover', mover.url),
		gone: await credential('Gone', `http://127.0.0.1:${gone}/api/v1/tools`),
	};
	return { echo, mover, foreign, credentials };
}

/** A TLS server for localhost that redirects every request. */
export interface SecureServer {
	port: number;
	/** In PEM. */
	certificate: string;
	/** The Authorization header of each request, in order. */
	authorizations: Array<string | undefined>;
}

export async function startSecure(cleanups: Cleanups, location: string): Promise<SecureServer> {
	const { private: key, cert: certificate } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const authorizations: Array<string | undefined> = [];
	const server = createServer({ key, cert: certificate }, ({ headers }, response) => {
		authorizations.push(headers.authorization);
		response.writeHead(307, { location }).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	cleanups.add(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return { port: (server.address() as AddressInfo).port, certificate, authorizations };
}
