import { toText } from './json';

/** Kept equal to the version in package.json by a test: the built node cannot read that file. */
const VERSION = '1.0.0';

/** Every request names its client: the service refuses one without a User-Agent (contract: Common request headers). */
export const DEFAULT_USER_AGENT = `n8n-nodes-identity-resolution/${VERSION}`;

/** A User Agent as it is typed, without what no header can carry; the default where nothing is left of it. */
export const readUserAgent = (value: unknown): string =>
	(toText(value) ?? '').replace(/[^\x21-\x7e]+/g, ' ').trim() || DEFAULT_USER_AGENT;
