import { startAll } from '../../../dev/n8n/instance/cleanups';
import { installN8n } from '../../../dev/n8n/instance/install';
import type { Login } from '../../../dev/n8n/instance/rest';
import { createTestbed, openN8n } from '../../../dev/n8n/instance/testbed';
import { atEnd } from './tearDown';
import { openThirdPartyRoute, type ThirdPartyRoute } from './thirdPartyRoute';

/** The n8n that all test files use that need no special one. */
export interface SharedN8n {
	url: string;
	userFolder: string;
	files: string;
	/** n8n refuses a sixth login of one owner within a few minutes, so all files use one. */
	login: Login;
	/** Its https requests end here, so that no test reaches the Internet. */
	thirdParties: ThirdPartyRoute;
}

/** The environment variable that holds a SharedN8n in JSON. */
export const SHARED_N8N = 'E2E_SHARED_N8N';

/** Installs n8n, and starts it for the tests of a run. */
export default async function startSharedN8n(): Promise<void> {
	await installN8n();
	const { stop, ...shared } = await startAll(async (cleanups): Promise<SharedN8n> => {
		const testbed = await createTestbed('shared', cleanups);
		const { route, env } = await openThirdPartyRoute(cleanups);
		const { n8n, rest } = await openN8n(testbed, cleanups, { env });
		const { userFolder, files } = testbed;
		return { url: n8n.url, userFolder, files, login: rest.login, thirdParties: route };
	});
	process.env[SHARED_N8N] = JSON.stringify(shared);
	atEnd(stop);
}
