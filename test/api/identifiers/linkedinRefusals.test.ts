import { ADDRESS, EXPECTED, whyNot } from '../../support/profiles';

describe('what is no profile is refused before anything is sent', () => {
	const company = 'is the page of a company or school, not of a person';
	const sales = 'is a Sales Navigator or Recruiter address, which has an id of its own';
	const page = 'is a post or another page, not a profile';
	const noProfile = 'is not a profile address';
	const elsewhere = 'is not on linkedin.com';
	const characters = 'has characters that no profile address has';

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
	])('%j %s', (text, why) => {
		expect(whyNot(text)).toBe(`"${text}" ${why}. ${EXPECTED}`);
	});

	it.each([
		['a dot', 'in/.'],
		['two dots', 'in/..'],
		['two dots behind a slash', '/in/../'],
		['encoded dots', 'in/%2E%2E'],
		['a slug that is too long', `${ADDRESS}${'a'.repeat(201)}`],
	])('%s is nobody', (_what, text) => {
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
	])('%s inside never joins two texts into a third person', (_what, text) => {
		expect(whyNot(text)).toContain(`has characters that no profile address has. ${EXPECTED}`);
	});

	it.each([
		['an object', {}],
		['an object that holds an address', { url: `${ADDRESS}ada-example` }],
		['a list', []],
		['a list of addresses', [`${ADDRESS}ada-example`]],
		['a date', new Date(0)],
		['a function', () => 'ada-example'],
		['a symbol', Symbol('ada-example')],
	])('%s is not text', (_what, cell) => {
		expect(whyNot(cell)).toBe(`The LinkedIn URL is not text. ${EXPECTED}`);
	});

	it('with the cell shortened', () => {
		const long = `https://www.linkedin.com/company/${'x'.repeat(500)}`;
		expect(whyNot(long)).toBe(`"${long.slice(0, 59)}…" ${company}. ${EXPECTED}`);
	});

	it('with the cell on one line', () => {
		expect(whyNot('Ada\r\n\tExample\u2028of\u0007Example Org')).toContain('"Ada Example of Example Org" ');
	});
});
