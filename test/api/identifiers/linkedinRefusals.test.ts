import { ADDRESS, EXPECTED, whyNot } from '../../support/api/profiles';

describe('readLinkedin refuses', () => {
	const company = 'is a company or school page, not a profile';
	const sales = 'is a Sales Navigator or Recruiter address';
	const page = 'is a post or another page, not a profile';
	const noProfile = 'is not a profile address';
	const elsewhere = 'is not on linkedin.com';
	const characters = 'has characters that no profile has';

	it.each([
		['https://www.linkedin.com/company/example', company],
		['https://www.linkedin.com/COMPANY/example/people/', company],
		['https://uk.linkedin.com/school/example-university', company],
		['linkedin.com/showcase/example', company],
		['https://www.linkedin.com/organization/12345', company],
		['https://www.linkedin.com/mwlite/company/example', company],
		['https://www.linkedin.com/sales/lead/ACwAABcDeFg,NAME_X', sales],
		['https://www.linkedin.com/sales/people/ACwAABcDeFgHiJkL', sales],
		['https://www.linkedin.com/talent/profile/AEMAABcDeFg', sales],
		['https://www.linkedin.com/recruiter/profile/12345', sales],
		['https://www.linkedin.com/posts/ada-example_activity-1234567', page],
		['https://www.linkedin.com/feed/update/urn:li:activity:1234567', page],
		['https://www.linkedin.com/pulse/title-ada-example', page],
		['https://www.linkedin.com/groups/12345', page],
		['https://www.linkedin.com/jobs/view/12345', page],
		['https://www.linkedin.com', noProfile],
		['linkedin.com/', noProfile],
		['https://www.linkedin.com/in', noProfile],
		['https://www.linkedin.com/in/', noProfile],
		['https://www.linkedin.com/in/?ada-example', noProfile],
		['https://www.linkedin.com/search/results/people/?keywords=ada', noProfile],
		['https://www.linkedin.com/ada-example', noProfile],
		['https://www.linkedin.com/ada-company', noProfile],
		['https://www.linkedin.com/company-ada', noProfile],
		['https://www.linkedin.com/ada-sales', noProfile],
		['https://www.linkedin.com/sales-ada', noProfile],
		['https://www.linkedin.com/ada-posts', noProfile],
		['https://www.linkedin.com/posts-ada', noProfile],
		['https://www.linkedin.com/in/..', noProfile],
		['https://example.com/in/ada-example', elsewhere],
		['https://linkedin.com.evil.example/in/ada-example', elsewhere],
		['https://evil-linkedin.com/in/ada-example', elsewhere],
		['https://evillinkedin.com/in/ada-example', elsewhere],
		['https://linkedin.com@evil.example/in/ada-example', elsewhere],
		['linkedin.com@evil.example', elsewhere],
		['https://ada@www.linkedin.com/in/ada-example', elsewhere],
		['https://:secret@www.linkedin.com/in/ada-example', elsewhere],
		['https://linkedin.com:80@evil.example/in/ada-example', elsewhere],
		['https://evil.example\\@www.linkedin.com/in/ada-example', elsewhere],
		['https://evil.example/https://www.linkedin.com/in/ada-example', elsewhere],
		['https://evil.example?https://www.linkedin.com/in/ada-example', elsewhere],
		['https://www.linked\u0456n.com/in/ada-example', elsewhere],
		['https://www.\u04cfinkedin.com/in/ada-example', elsewhere],
		['https://linkedin.co/in/ada-example', elsewhere],
		['https://linkedin.com.uk/in/ada-example', elsewhere],
		['https://lnkd.in/example', elsewhere],
		['javascript:alert(1)', elsewhere],
		['javascript://www.linkedin.com/in/ada-example', elsewhere],
		['ftp://www.linkedin.com/in/ada-example', elsewhere],
		['hhttps://www.linkedin.com/in/ada-example', elsewhere],
		['file:///in/ada-example', elsewhere],
		['ada@example.com', elsewhere],
		['Ada Example', elsewhere],
		['n/a', elsewhere],
		['?', elsewhere],
		['https://', elsewhere],
		['1.5', elsewhere],
		['https://www.linkedin.com/in/ada%ZZexample', characters],
		['https://www.linkedin.com/in/ada%', characters],
		['https://www.linkedin.com/in/ada%E9', characters],
		['https://www.linkedin.com/in/ada%2Fbob-example', characters],
		['https://www.linkedin.com/in/ada%3Fexample', characters],
		['https://www.linkedin.com/in/ada%20example', characters],
		['https://www.linkedin.com/in/ada%00example', characters],
		['https://www.linkedin.com/in/%20%20', characters],
		['https://www.linkedin.com/in/%20..', characters],
		['https://www.linkedin.com/in/ada@example.com', characters],
		['https://www.linkedin.com/in/<ada-example>', characters],
		['linkedin.com/in/ada-example,linkedin.com/in/bob-example', characters],
		['ada%2Fexample', characters],
		['ada%E9', characters],
		['in/ada\ud800example', characters],
		['https://www.linkedin.com/in/ada\udc00example', characters],
	])('%j, which %s', (text, why) => {
		expect(whyNot(text)).toBe(`"${text}" ${why}. ${EXPECTED}`);
	});

	it.each([
		['a dot', 'in/.'],
		['two dots', 'in/..'],
		['two dots after a slash', '/in/../'],
		['encoded dots', 'in/%2E%2E'],
		['a slug that is too long', `${ADDRESS}${'a'.repeat(201)}`],
	])('%s as a slug', (_what, text) => {
		expect(whyNot(text)).toContain(EXPECTED);
	});

	it.each([
		['a line break', `${ADDRESS}ada\nbob`],
		['a carriage return', `${ADDRESS}ada\rbob`],
		['a tab', `${ADDRESS}ada\tbob`],
		['a line break before the rest', `${ADDRESS}ada-example/\nCEO`],
		['a null', `${ADDRESS}ada\0bob`],
		['a null at its end', 'ada-example\0'],
		['a line break in a slug', 'ada\nexample'],
		['a line break in a path', 'in/ada\nexample'],
	])('a text with %s inside', (_what, text) => {
		expect(whyNot(text)).toContain(`${characters}. ${EXPECTED}`);
	});

	it.each([
		['an object', {}],
		['an object that contains an address', { url: `${ADDRESS}ada-example` }],
		['a list', []],
		['a list of addresses', [`${ADDRESS}ada-example`]],
		['a date', new Date(0)],
		['a function', () => 'ada-example'],
		['a symbol', Symbol('ada-example')],
	])('%s, which is not text', (_what, cell) => {
		expect(whyNot(cell)).toBe(`The LinkedIn URL is not text. ${EXPECTED}`);
	});

	it('a long cell, and shortens it in the message', () => {
		const long = `https://www.linkedin.com/company/${'x'.repeat(500)}`;
		expect(whyNot(long)).toBe(`"${long.slice(0, 59)}…" ${company}. ${EXPECTED}`);
	});

	it('a cell with line breaks, and quotes it on one line', () => {
		expect(whyNot('Ada\r\n\tExample\u2028of\u0007Example Org')).toContain('"Ada Example of Example Org" ');
	});
});
