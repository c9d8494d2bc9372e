import { projectFiles } from '../../dev/scripts/projectFiles';
import { readPage } from '../support/pageTable';
import { CONTRACT_CASES } from '../support/api/contractCases';

const PAGE = readPage('docs/contract.md');
const SECTIONS = [...PAGE.matchAll(/^## (.*)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)];
const textOf = new Map(SECTIONS.map(([, name, text]) => [name, text]));

/** Whether each part of a citation is a section of the page, or a number in the section before it. */
function exists(citation: string): boolean {
	let section = '';
	return citation.split(/, | and /).every((part) => {
		if (/^\d/.test(part)) return new RegExp(`^${part}\\. `, 'm').test(section);
		section = textOf.get(part) ?? '';
		return section !== '';
	});
}

it('every comment that cites the contract names a section and a number of the page', () => {
	const lines = projectFiles(/^(?:nodes|credentials|dev|test)\/.*\.[cm]?[jt]s$/)
		.map(readPage)
		.join('\n');
	// A citation may span two lines.
	const comments = lines.replace(/\n\s*(?:\*|\/\/) /g, ' ');
	const cited = [...comments.matchAll(/contract: ([A-Z][^);.]*)/g)].map(([, citation]) => citation);
	expect(cited.length).toBeGreaterThan(50);
	expect(cited.filter((one) => !exists(one))).toEqual([]);
});

it('every contract case names a section and a number of the page', () => {
	const sections = new Set(CONTRACT_CASES.map(({ section }) => section));
	expect([...sections].filter((section) => !exists(section))).toEqual([]);
});
