import type { Endings } from '../../../dev/n8n/instance/endings';
import { CREDENTIAL_TYPE } from '../../../dev/n8n/instance/fill';
import { freePorts } from '../../../dev/n8n/instance/ports';
import type { CredentialRef, Rest } from '../../../dev/n8n/instance/rest';
import { startEcho } from '../../support/echoServer';
import { startWire, wireAnswer, type WireServer } from '../../support/wireServer';

/** Servers that are not the service, and nobody at all, each with a credential whose Base URL it is. */
export interface OtherServers {
	/** Sends back what it gets, its headers too. */
	echo: Awaited<ReturnType<typeof startEcho>>;
	/** Says that all has moved to the foreign one. */
	mover: WireServer;
	/** Whose address is in no credential. */
	foreign: WireServer;
	credentials: { echo: CredentialRef; mover: CredentialRef; gone: CredentialRef };
}

/** Starts them, and adds their endings. */
export async function startOtherServers(endings: Endings, rest: Rest, apiKey: string): Promise<OtherServers> {
	const echo = await startEcho();
	endings.add(async () => await echo.close());
	const foreign = await startWire();
	endings.add(async () => await foreign.close());
	const mover = await startWire(() => wireAnswer(307, '', { location: `${foreign.url}/get_account` }));
	endings.add(async () => await mover.close());
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
