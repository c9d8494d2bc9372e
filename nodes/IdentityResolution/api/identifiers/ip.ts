import {
	identified,
	invalid,
	parseUrl,
	quoted,
	trimmed,
	type IdentifierReading,
} from './identifier';

export const EXPECTED_IP = 'Use a public address such as 203.0.113.7';

/** Without leading zeros, which `URL` reads as octal numbers. */
const IPV4 = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;
/** An address of version 4 in the form of version 6, as a host of a URL. */
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;
/** Characters, more than the addresses of a client and its proxies have. */
const LONGEST = 500;
const WITH_PORT = /^(?:([\d.]+)|\[([^\]]*)\])(?::\d{1,5})?$/;
const IPV6 = /^[0-9a-f:.]*:[0-9a-f:.]*$/i;
/**
 * Ranges that no company owns: for private networks, this host and links; for tests of networks;
 * multicast and reserved ones. Those of the documentation are accepted, because examples use them.
 */
const NOT_PUBLIC = [
	/^(?:0|10|127)\./,
	/^(?:169\.254|192\.168|192\.0\.0|198\.1[89])\./,
	/^(?:22[4-9]|2[34]\d|25[0-5])\./,
	/^172\.(?:1[6-9]|2\d|3[01])\./,
	/^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
	// All that is assigned of version 6 begins with 2 or 3.
	/^\[(?![23][0-9a-f]{3}:)/,
];

/**
 * Reads an IP address of version 4 or 6, into one key for all spellings: the first public one of
 * `X-Forwarded-For`.
 */
export function readIp(cell: string): IdentifierReading {
	const text = trimmed(cell);
	const parts = text.length > LONGEST ? [''] : text.split(',');
	const hosts = parts.map((part) => hostOf(trimmed(part).replace(WITH_PORT, '$1$2')));
	if (hosts.includes(null))
		return invalid(`${quoted(text)} is not an IP address. ${EXPECTED_IP}`);
	const host = hosts.find((one) => one !== null && [one, ...embeddedIn(one)].every(isPublic));
	if (!host) return invalid(`${quoted(text)} is not a public address. ${EXPECTED_IP}`);
	const value = host.replace(/^\[|\]$/g, '');
	return identified({ kind: 'ip', key: `ip:${value}`, value });
}

const isPublic = (host: string): boolean => !NOT_PUBLIC.some((range) => range.test(host));

/**
 * Returns the canonical form as a host of a URL; null for any other text. `URL` would accept `1` as
 * `0.0.0.1`.
 */
function hostOf(text: string): string | null {
	if (IPV4.test(text)) return parseUrl(`http://${text}/`)?.hostname ?? null;
	if (!IPV6.test(text)) return null;
	const host = parseUrl(`http://[${text}]/`)?.hostname ?? null;
	const mapped = MAPPED.exec(host ?? '');
	if (mapped === null) return host;
	return dotted(mapped.slice(1).map((half) => parseInt(half, 16)));
}

/** The address of version 4 in two groups of 16 bits. */
const dotted = (groups: readonly number[]): string =>
	groups.flatMap((group) => [group >> 8, group & 255]).join('.');

/**
 * Returns the addresses of version 4 in a public one of version 6: that of 6to4 (2002::/16), or the
 * server and the client of Teredo (2001::/32), which inverts the client. Other forms with such an
 * address are not public.
 */
function embeddedIn(host: string): string[] {
	if (!host.startsWith('[')) return [];
	const [left, right = []] = host.slice(1, -1).split('::').map(groupsIn);
	const missing = Array<number>(8 - left.length - right.length).fill(0);
	const groups = [...left, ...missing, ...right];
	if (groups[0] === 0x2002) return [dotted(groups.slice(1, 3))];
	if (groups[0] !== 0x2001 || groups[1] !== 0) return [];
	return [dotted(groups.slice(2, 4)), dotted(groups.slice(6).map((group) => group ^ 0xffff))];
}

const groupsIn = (text: string): number[] =>
	text.split(':').flatMap((hex) => (hex === '' ? [] : parseInt(hex, 16)));
