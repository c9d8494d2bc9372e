/** Kept equal to the version in package.json by a test: the built node cannot read that file. */
const VERSION = '0.1.0';

/** Every request names its client: the service refuses one without a User-Agent (contract: Common request headers). */
export const DEFAULT_USER_AGENT = `n8n-nodes-identity-resolution/${VERSION}`;
