import { installN8n } from '../../../dev/n8n/instance/install';
import { WHOLE } from '../../../dev/n8n/instance/releases';

/** Runs once before the tests of whole n8ns: installing them takes longer than a test may. */
export default async function installed(): Promise<void> {
	for (const release of WHOLE) await installN8n(release);
}
