import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFlags } from '../../dev/cli/flags';

const ROOT = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const DOCUMENTS = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** All that matches in a document, as the groups of each match. */
const matchesIn = (document: string, pattern: RegExp): string[][] =>
	[...read(document).matchAll(pattern)].map(([, ...groups]) => groups);

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.trim()
		.replaceAll(' ', '-');

const anchorsIn = (document: string) => matchesIn(document, /^#+ (.*)$/gm).map(([heading]) => anchorOf(heading));

/** What stands between backticks, and each line of a shell block. */
const commandsIn = (document: string): string[] => [
	...matchesIn(document, /`([^`\n]+)`/g).map(([code]) => code),
	...matchesIn(document, /^```sh\n([\s\S]*?)^```/gm).flatMap(([block]) => block.split('\n')),
];

const COMMAND = /^(?:[A-Z_]+=\S+ )?npm (?:run )?([a-z0-9]+)(?: -- ([^#]*))?/;
const BUILT_IN = ['audit', 'ci', 'install', 'pack', 'publish', 'version'];

describe.each(DOCUMENTS)('%s', (document) => {
	it('leads only to what is there', () => {
		const broken = matchesIn(document, /\]\(([^)\s]+)\)/g)
			.map(([target]) => target)
			.filter((target) => !/^(?:https?|mailto):/.test(target))
			.filter((target) => {
				const [path, anchor] = target.split('#');
				const file = path === '' ? document : join(dirname(document), path);
				return !existsSync(join(ROOT, file)) || (anchor !== undefined && !anchorsIn(file).includes(anchor));
			});
		expect(broken).toEqual([]);
	});

	it('names only commands that there are, with flags that their programs know', () => {
		const unknown = commandsIn(document)
			.flatMap((line) => [COMMAND.exec(line) ?? []].filter(({ length }) => length > 0))
			.filter(([, name]) => !BUILT_IN.includes(name))
			.flatMap(([, name, rest = '']) => {
				const script = scripts[name];
				if (script === undefined) return [name];
				const program = /tsx ([\w/]+)\/main\.ts/.exec(script)?.[1];
				const flags = program === undefined ? [] : [...rest.matchAll(/--([a-z-]+)/g)].map(([, flag]) => flag);
				return flags
					.filter((flag) => !declares(flag).test(sourceOf(program ?? '')))
					.map((flag) => `${name} --${flag}`);
			});
		expect(unknown).toEqual([]);
	});
});

/** As programs declare what `parseArgs` reads. A word alone stands in many a comment. */
const declares = (flag: string) => new RegExp(`[\\s{]'?${flag}'?: (?:text|flag|\\{ type: )`);

const sourceOf = (folder: string) =>
	readdirSync(join(ROOT, folder))
		.filter((name) => name.endsWith('.ts') && statSync(join(ROOT, folder, name)).isFile())
		.map((name) => read(join(folder, name)))
		.join('\n');

it("the commands that send a sheet of one's own are understood", () => {
	const commands = matchesIn('README.md', /npm start -- (--file .*)$/gm).map(([args]) => args);
	expect(commands.length).toBeGreaterThan(1);
	for (const args of commands) {
		const flags = readFlags(args.match(/"[^"]*"|\S+/g)?.map((arg) => arg.replaceAll('"', '')) ?? [], {
			IDENTITY_RESOLUTION_API_KEY: 'a-key',
		});
		expect(flags).toMatchObject({
			file: expect.stringMatching(/^(?:out\/my-contacts-enriched|my-contacts)\.csv$/) as string,
		});
	}
});

it('every path of the node\'s code that "How it works" names is there', () => {
	const paths = matchesIn('docs/how-it-works.md', /`((?:actions|api|client|run)\/[\w./]*)`/g).map(([path]) => path);
	expect(paths.length).toBeGreaterThan(20);
	expect(paths.filter((path) => !existsSync(join(ROOT, 'nodes/IdentityResolution', path)))).toEqual([]);
});
