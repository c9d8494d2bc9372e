import { execFileSync } from 'node:child_process';
import { readPage } from '../support/pageTable';
import { CONTRACT_CASES } from '../support/api/contractCases';

const PAGE = readPage('docs/contract.md');
const SECTIONS = [...PAGE.matchAll(/^## (.*)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)].map(([, name, text]) => ({
	name,
	text,
}));

/** Whether the page has a section, and in it the numbers that a citation names. */
function exists(citation: string): boolean {
	const [name, ...numbers] = citation.split(/, | and /);
	const section = SECTIONS.find((one) => one.name === name);
	return section !== undefined && numbers.every((number) => new RegExp(`^${number}\\. `, 'm').test(section.text));
}

it('every comment that cites the contract names a section and a number of the page', () => {
	const lines = execFileSync('git', ['grep', '-hoE', 'contract: [A-Z][^);.]*', '--', 'nodes', 'credentials'], {
		encoding: 'utf8',
	});
	const cited = lines
		.trim()
		.split('\n')
		.map((line) => line.replace(/^contract: /, '').trim());
	expect(cited.length).toBeGreaterThan(20);
	const names = SECTIONS.map(({ name }) => name);
	// A citation may name several sections and may span two lines.
	const missing = cited.filter((one) => !exists(one) && !one.split(/, ?/).some((name) => names.includes(name)));
	expect(missing.filter((one) => !names.some((name) => name.startsWith(one)))).toEqual([]);
});

it('every contract case names a section and a number of the page', () => {
	const sections = new Set(CONTRACT_CASES.map(({ section }) => section));
	expect([...sections].filter((section) => section !== 'public-tools' && !exists(section))).toEqual([]);
});
