import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readPage } from '../support/pageTable';

const ROOT = join(__dirname, '..', '..');

/** The version of n8n, or of its engine, that a manifest pins. */
function pinnedIn(manifest: string): string {
	const { dependencies } = JSON.parse(readPage(manifest)) as { dependencies: Record<string, string> };
	return dependencies.n8n ?? dependencies['n8n-core'];
}

it('docs/compatibility.md lists the releases of n8n that the tests pin, and no others', () => {
	const manifests = execFileSync('git', ['ls-files', 'dev/n8n/**/n8n-*/package.json'], {
		cwd: ROOT,
		encoding: 'utf8',
	});
	const rows = [...readPage('docs/compatibility.md').matchAll(/^\| (\d\S*) \| \d+ \| (.*) \|$/gm)];
	const listed = rows.map(([, release, text]) => /n8n-core ([\d.]+)/.exec(text)?.[1] ?? release);
	expect(listed.length).toBeGreaterThan(0);
	expect(listed.sort()).toEqual(manifests.trim().split('\n').map(pinnedIn).sort());
});
