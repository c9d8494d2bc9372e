import { Cleanups } from '../../../dev/n8n/instance/cleanups';
import { installN8n } from '../../../dev/n8n/instance/install';
import type { Login } from '../../../dev/n8n/instance/rest';
import { createTestbed, openN8n } from '../../../dev/n8n/instance/testbed';
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

const FOLDERS_ON_SHARED_N8N = ['agent', 'canvas', 'examples', 'pictures', 'runs'];

/** Ends what the set-up started. Jest's teardown runs in the same process. */
export const runCleanups = new Cleanups();

/** Installs n8n, which takes longer than a test may, and starts the shared one if a named test uses it. */
export default async function setUp({ nonFlagArgs }: { nonFlagArgs: readonly string[] }): Promise<void> {
	await installN8n();
	const isNamed = (folder: string) => nonFlagArgs.length === 0 || nonFlagArgs.some((path) => path.includes(folder));
	if (!FOLDERS_ON_SHARED_N8N.some(isNamed)) return;
	const testbed = await createTestbed('shared', runCleanups);
	const { route, env } = await openThirdPartyRoute(runCleanups);
	const { n8n, rest } = await openN8n(testbed, runCleanups, { env });
	const { userFolder, files } = testbed;
	const shared: SharedN8n = { url: n8n.url, userFolder, files, login: rest.login, thirdParties: route };
	process.env[SHARED_N8N] = JSON.stringify(shared);
}
