import { cellText, invalid, quoted, type IdentifierReading } from './identifier';
import { parseUrl } from '../url';

const EXPECTED = 'Use a public address such as 203.0.113.7';

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const IPV6 = /^[0-9a-f:.]*:[0-9a-f:.]*$/i;
/** Ranges for private networks, this host and links, which no company owns. */
const NOT_PUBLIC = [
	/^(?:0|10|127)\./,
	/^(?:169\.254|192\.168)\./,
	/^172\.(?:1[6-9]|2\d|3[01])\./,
	/^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
	/^\[(?:::1?\]|f[cd]|fe[89ab])/,
];

/** Reads an IP address of version 4 or 6. Its key is the same for all spellings. */
export function readIp(cell: unknown): IdentifierReading {
	const text = cellText(cell);
	if (text === null) return invalid(`The IP address is not text. ${EXPECTED}`);
	if (text === '') return { is: 'blank' };
	const host = hostOf(text);
	if (host === null) return invalid(`${quoted(text)} is not an IP address. ${EXPECTED}`);
	if (NOT_PUBLIC.some((range) => range.test(host)))
		return invalid(`${quoted(text)} is an address of a private network. ${EXPECTED}`);
	const value = host.replace(/^\[|\]$/g, '');
	return { is: 'identifier', identifier: { kind: 'ip', key: `ip:${value}`, value } };
}

/** Returns the canonical form as a host of a URL; null for any other text. `URL` would accept `1` as `0.0.0.1`. */
function hostOf(text: string): string | null {
	if (IPV4.test(text)) return parseUrl(`http://${text}/`)?.hostname ?? null;
	return IPV6.test(text) ? (parseUrl(`http://[${text}]/`)?.hostname ?? null) : null;
}
