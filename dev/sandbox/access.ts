import { refused, type Refused } from './refusals';
import type { SandboxSettings } from './settings';

/** One HTTP request to a tool. Header names are lower case; the body is the text as it came. */
export interface SandboxRequest {
	/** The last segment of the path. */
	tool: string;
	method: string;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	body: string;
}

/** A header's value; undefined where it is absent. */
export function header({ headers }: SandboxRequest, name: string): string | undefined {
	const value = headers[name];
	return Array.isArray(value) ? value[0] : value;
}

/** Whether the request names itself and carries a key that may call (contract: Common request headers, Authentication); null where it does. */
export function refuseAccess(request: SandboxRequest, { keys, keysWithoutAccess }: SandboxSettings): Refused | null {
	if ((header(request, 'user-agent') ?? '').trim() === '')
		return refused('forbidden', { message: 'The User-Agent header is missing.' });
	const key = /^Bearer +(\S+) *$/i.exec(header(request, 'authorization') ?? '')?.[1];
	if (key === undefined) return refused('unauthorized', { message: 'The API key is missing.' });
	if (keysWithoutAccess.includes(key)) return refused('forbidden');
	return keys.includes(key) ? null : refused('unauthorized', { message: 'The API key is invalid or revoked.' });
}
