import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFiles } from '../../dev/scripts/projectFiles';
import manifest from '../../package.json';
import { readPage } from '../support/pageTable';

const ROOT = join(__dirname, '..', '..');
const REPOSITORY = manifest.repository.url.replace(/^git\+(.*)\.git$/, '$1');
/** Pages that npm shows link to files of the project by their full address. */
const OWN_FILES = `${REPOSITORY}/blob/main/`;

/** The first group of each match in a page. */
const matchesIn = (page: string, pattern: RegExp): string[] =>
	[...readPage(page).matchAll(pattern)].map(([, group]) => group);

/** The anchors that GitHub makes of the headings of a page: #on-error of "On Error". */
const anchorsIn = (page: string) =>
	matchesIn(page, /^#+ (.*)$/gm).map((heading) =>
		heading.toLowerCase().replace(/[^\w-]/g, (char) => (char === ' ' ? '-' : '')),
	);

/** Whether a link or picture of a page leads to a file, and to a heading in it if it names one. */
function resolves(page: string, target: string): boolean {
	const [path, anchor] = target.split('#');
	const file = path === '' ? page : join(dirname(page), path);
	return existsSync(join(ROOT, file)) && (anchor === undefined || anchorsIn(file).includes(anchor));
}

/** Everything between backticks, each line of a shell block, and the steps and parts of a workflow. */
const commandsIn = (page: string): string[] => [
	...matchesIn(page, /`([^`\n]+)`/g),
	...matchesIn(page, /^ +- run: (.*)$/gm).filter((command) => !command.includes('$PART')),
	...matchesIn(page, /{ part: (\w+),/g).map((part) => `npm run verify -- ${part}`),
	...matchesIn(page, /^```sh\n([\s\S]*?)^```/gm).flatMap((block) => block.split('\n')),
];

const COMMAND = /^(?:[A-Z_]+=\S+ )?npm (?:run )?([a-z0-9]+)(?: -- ([^#]*))?/;
const BUILT_IN = ['audit', 'ci', 'install', 'pack', 'publish', 'version'];
const scripts: Record<string, string> = manifest.scripts;
const PARTS = matchesIn('dev/scripts/verify.mjs', /^\t(\w+): \[/gm);
const SOURCES = projectFiles(/^dev\/.*\.ts$/)
	.map(readPage)
	.join('\n');
const isDeclared = (flag: string) => new RegExp(`--${flag}\\b|[\\s{]'?${flag}'?:`).test(SOURCES);

/** Whether a line is no command of npm, or names a script, a part of verify and flags that exist. */
function isKnown(line: string): boolean {
	const [, script, args = ''] = COMMAND.exec(line) ?? [];
	if (script === undefined || BUILT_IN.includes(script)) return true;
	const [part] = args.split(' ');
	if (scripts[script] === undefined || (script === 'verify' && part !== '' && !PARTS.includes(part))) return false;
	return [...args.matchAll(/--([a-z-]+)/g)].every(([, flag]) => isDeclared(flag));
}

const PAGES = projectFiles(/\.md$/);

describe.each(PAGES)('%s', (page) => {
	it('links only to files and headings that exist', () => {
		const targets = [...matchesIn(page, /\]\(([^)\s]+)\)/g), ...matchesIn(page, /\b(?:src|srcset)="([^"]+)"/g)]
			.map((target) => target.replace(OWN_FILES, `${'../'.repeat(page.split('/').length - 1)}`))
			.filter((target) => !/^(?:https?|mailto):/.test(target));
		expect(targets.filter((target) => !resolves(page, target))).toEqual([]);
	});

	it('names only files of the project that exist', () => {
		const paths = matchesIn(
			page,
			/`((?:dev|test|docs|examples|nodes|\.github)\/[\w./-]+\.\w+|(?:actions|api|client|run)\/[\w./]*)`/g,
		);
		const exists = (path: string) =>
			[path, join('nodes/IdentityResolution', path)].some((candidate) => existsSync(join(ROOT, candidate)));
		expect(paths.filter((path) => !exists(path))).toEqual([]);
	});
});

it.each([...PAGES, ...projectFiles(/^\.github\/workflows\/.*\.yml$/)])(
	'%s names only commands and flags that exist',
	(page) => expect(commandsIn(page).filter((line) => !isKnown(line))).toEqual([]),
);

it('help links that n8n shows lead to headings of the README', () => {
	const shown = projectFiles(/^nodes\/.*\.node\.|^credentials\/.*\.ts$/);
	const anchors = shown.flatMap((file) => matchesIn(file, /https:\/\/github\.com\/[\w/-]+#([\w-]+)/g));
	expect(anchors.length).toBeGreaterThan(3);
	expect(anchors.filter((anchor) => !['readme', ...anchorsIn('README.md')].includes(anchor))).toEqual([]);
});

it('every link to the project leads to the repository of package.json', () => {
	const files = projectFiles(/^package\.json$|\.md$|^(?:\.github|credentials|nodes|examples)\//);
	const project = new RegExp(`(https://github\\.com/[\\w-]+/${manifest.name})(?![\\w-])`, 'g');
	const linking = files.filter((file) => matchesIn(file, project).length > 0);
	expect(linking.length).toBeGreaterThan(5);
	expect(linking.filter((file) => matchesIn(file, project).some((address) => address !== REPOSITORY))).toEqual([]);
});
