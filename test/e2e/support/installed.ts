import { installN8n } from '../../../dev/n8n/instance/install';

/** Runs once before tests that start an n8n of their own: installing takes longer than a test may. */
export default async function installed(): Promise<void> {
	await installN8n();
}
