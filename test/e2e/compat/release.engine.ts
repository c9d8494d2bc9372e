import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { cacheOf, ENGINES, manifestOf } from '../../../dev/n8n/instance/releases';
import { packedFolder, packedTypes } from '../../support/node/nodeRun';

const release = ENGINES.find((one) => cacheOf(one) === process.env.N8N_ENGINE);
if (release === undefined) throw new Error('These tests are for an older engine');

const { dependencies } = JSON.parse(readFileSync(join(manifestOf(release), 'package.json'), 'utf8')) as {
	dependencies: Record<string, string>;
};

/** The `require` of Node.js, which has loaded n8n's packages (test/support/jest). */
declare const loadPackage: NodeJS.Require;

it.each(['n8n-core', 'n8n-workflow', '@n8n/di', '@n8n/backend-common'])(
	'the harness uses the %s of the release alone',
	async (name) => {
		await packedTypes();
		const loaded = Object.keys(loadPackage.cache).filter((file) => file.includes(`/node_modules/${name}/dist/`));
		expect(loaded.length).toBeGreaterThan(0);
		expect(loaded.filter((file) => !file.startsWith(cacheOf(release)))).toEqual([]);
	},
);

it.each(['n8n-workflow', 'zod'])('the packed node uses the %s of the release', (name) => {
	const manifest = loadPackage.resolve(`${name}/package.json`, { paths: [realpathSync(packedFolder())] });
	const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
	expect(version).toBe(dependencies[name]);
});
