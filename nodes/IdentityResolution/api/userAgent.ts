import { toText } from './json';

/** A test keeps this equal to the version in package.json, which the built node cannot read. */
const VERSION = '1.0.0';

/** The service refuses requests without a User-Agent (contract: Common request headers). */
export const DEFAULT_USER_AGENT = `n8n-nodes-identity-resolution/${VERSION}`;

/** Returns a typed User Agent without characters that a header cannot carry; the default if nothing remains. */
export const readUserAgent = (value: unknown): string =>
	(toText(value) ?? '').replace(/[^\x21-\x7e]+/g, ' ').trim() || DEFAULT_USER_AGENT;
