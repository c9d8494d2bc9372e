import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ENGINES, manifestOf } from '../../../dev/n8n/instance/releases';
import { packedFolder } from '../../support/node/nodeRun';

const release = ENGINES.find(({ folder }) => folder === (globalThis as unknown as { engine: string }).engine);
if (release === undefined) throw new Error('These tests are for test/e2e/compat/*.config.cjs');

const { dependencies } = JSON.parse(readFileSync(join(manifestOf(release), 'package.json'), 'utf8')) as {
	dependencies: Record<string, string>;
};

const versionOf = (name: string, from: string) =>
	(createRequire(join(from, 'any.js'))(`${name}/package.json`) as { version: string }).version;

it.each(['n8n-core', 'n8n-workflow', '@n8n/di', '@n8n/backend-common'])(
	'the harness uses the %s of the release',
	(name) => {
		expect(versionOf(name, join(__dirname, '..', '..', '..', 'dev', 'n8n', 'engine'))).toBe(dependencies[name]);
	},
);

it.each(['n8n-workflow', 'zod'])('the packed node uses the %s of the release', (name) => {
	expect(versionOf(name, realpathSync(packedFolder()))).toBe(dependencies[name]);
});
