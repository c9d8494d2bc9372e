import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canvasOf, readExamples } from '../../dev/n8n/instance/examples';
import { readPage } from '../support/pageTable';

const DOCS = join(__dirname, '..', '..', 'docs');
const PAGES = ['README.md', ...readdirSync(DOCS).flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : []))];
const EXAMPLES = join(DOCS, '..', 'examples');
const PICTURES = readdirSync(join(DOCS, 'images'), { recursive: true, encoding: 'utf8' }).filter((file) =>
	/\.(?:png|svg)$/.test(file),
);
/** test/e2e/pictures/pictures.test.ts compares them with the product. */
const TEXTS = JSON.parse(readPage('docs/images/texts.json')) as Record<string, string>;

const nameOf = (file: string) => file.replace(/(?:-dark)?\.\w+$/, '');

it('each picture is on a page or linked from one', () => {
	const pages = PAGES.map(readPage).join('\n');
	expect(PICTURES.filter((file) => !pages.includes(`images/${file}`))).toEqual([]);
});

it('each picture of n8n has a text that a test compares, and no other text is left', () => {
	const taken = PICTURES.filter((file) => !file.endsWith('.svg')).map(nameOf);
	expect(Object.keys(TEXTS).sort()).toEqual([...new Set(taken)].sort());
});

it('each picture of a canvas shows the nodes of its template', () => {
	const stale = readExamples(EXAMPLES).filter(
		({ file, workflow }) => TEXTS[`templates/${nameOf(file)}`] !== canvasOf(workflow),
	);
	expect(stale.map(({ file }) => file)).toEqual([]);
});
