import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { packedFolder } from '../../support/nodeRun';

const PROJECT = join(__dirname, '..', '..', '..');
const PACKAGE = realpathSync(packedFolder());
const slashed = (path: string) => path.replaceAll('\\', '/');

const maps = readdirSync(join(PACKAGE, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.js.map'),
);

it('every map leads to the one source that its code is made of, as the repository has it', () => {
	expect(maps.length).toBeGreaterThan(100);
	for (const file of maps) {
		const map = join(PACKAGE, 'dist', file);
		const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] };
		const places = sources.map((source) => slashed(relative(PACKAGE, join(dirname(map), source))));
		expect(places).toEqual([slashed(file).replace(/\.js\.map$/, '.ts')]);
		expect(existsSync(join(PROJECT, places[0]))).toBe(true);
	}
});

it('a stack trace of the packed code leads to the very line, where maps are read as n8n does', () => {
	const credential = join(PACKAGE, 'dist', 'credentials', 'IdentityResolutionApi.credentials.js');
	const program = `const { IdentityResolutionApi } = require(${JSON.stringify(credential)});
		new IdentityResolutionApi().authenticate({ baseUrl: 'nowhere' }, {}).catch((error) => console.log(error.stack));`;
	const stack = execFileSync(process.execPath, ['--enable-source-maps', '-e', program], { encoding: 'utf8' });
	const [, source, line] = /\((.+\.ts):(\d+):\d+\)/.exec(stack) ?? [];
	const place = slashed(relative(PACKAGE, source));
	expect(place).toBe('credentials/IdentityResolutionApi.credentials.ts');
	expect(readFileSync(join(PROJECT, place), 'utf8').split('\n')[Number(line) - 1]).toContain(
		'throw new Error(address.why)',
	);
});
