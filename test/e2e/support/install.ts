import { installN8n } from '../../../dev/n8n/instance/install';
import { chromiumPath } from '../canvas/browser';
import { installDatabases } from '../queue/databases';

// Installs what the part n8n of `npm run verify` needs, before two processes test at the same time.
async function main(): Promise<void> {
	await installN8n();
	await chromiumPath();
	await installDatabases();
}

void main();
