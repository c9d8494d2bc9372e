import { titlesAt } from '../../../dev/cli/titles';

const ADA = 'linkedin.com/in/ada-example';
const EMAIL = 'ada@example.com';
const TITLES = 'LinkedIn URL,Name,Email';
const ROW = `${ADA},Ada,${EMAIL}`;

const titlesOf = (...lines: string[]): number => titlesAt(lines.map((line) => line.split(',')));

describe('titlesAt', () => {
	it.each<[string, string[]]>([
		['notes', ['Notes:', 'Some of the email addresses are missing. See https://www.linkedin.com/help', '']],
		['notes with commas', ['Exported on Monday, by Ada, for Bob, and Cleo']],
		['notes with as many commas and an empty line', ['Exported on Monday, 3 November, by Ada', '']],
		['notes as wide as the table', ['Report,Quarter,Owner', 'Please call first,see wiki,by Ada']],
		['two padded title lines', ['Leads,,', 'Exported,,']],
		['a name of a report that contains that of a column', ['LinkedIn export,,']],
		['the settings of a report', ['Exported by,owner@example.com', 'Date,2026-11-01', '']],
	])('finds the usual titles below %s', (_what, notes) =>
		expect(titlesOf(...notes, TITLES, ROW, 'Total,1')).toBe(notes.length),
	);

	it.each([
		['in another language below an empty line', ['Kontakte', '', 'Profil,Name,Post', ROW]],
		['of the only column below an empty line', ['Leads', '', 'Email', EMAIL]],
		["like those of LinkedIn's own export", ['Notes:', 'Some are missing.', 'URL,Name,Mail', ',Bob,', ROW]],
	])('finds titles %s', (_what, lines) => expect(titlesOf(...lines)).toBe(2));

	it.each<[string, string[]]>([
		['no lines', []],
		['usual titles', [TITLES, 'no LinkedIn,Bob,no email', ROW]],
		['usual titles of fewer columns than rows have', [TITLES, 'LinkedIn later,Bob,none,x', `${ROW},x`, `${ROW},x`]],
		['unusual titles of fewer columns than rows have', ['Contact', 'ada-example,x', `${ADA},y`]],
		['unusual titles and a longer row', ['Name,Contact', 'Bob,email later,x', `Ada,${EMAIL}`, `Cleo,${EMAIL}`]],
		['unusual titles and an empty line', ['Name,Contact', '', 'Bob,unknown,x', `Ada,${EMAIL},x`]],
		['no title of the emails, and a row that has one', ['Name,Contact', `Bob,${EMAIL}`, 'Cleo,Email', ROW]],
		['a title of some columns', ['Name,', 'Bob,not on LinkedIn', `Ada,${ADA}`]],
		['no title of the first column', [',Contact', '1,bob-sample', `2,${ADA}`]],
		['a row below an empty line', ['LinkedIn', '', 'bob-sample,x', `${ADA},x`]],
		['rows around an empty line', ['Contact', 'linkedin.com/company/x,y', '', 'bob-sample,y', `${ADA},y`]],
		['a title of one column above another table', ['Contact', EMAIL, '', 'Name,City', 'Ada,Oslo']],
		['a list without titles', [`Ada,${EMAIL}`, '', 'Bob,x,y', `Cleo,${EMAIL},y`]],
		['company pages', ['Name,', 'Bob,linkedin.com/company/example', `Ada,${ADA}`]],
	])('returns the first line of a file with %s', (_what, lines) => expect(titlesOf(...lines)).toBe(0));
});
