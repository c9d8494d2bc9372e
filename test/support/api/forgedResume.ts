import { createHash } from 'node:crypto';

/** A resume text with anything in it, as the node would write it: its checksum keeps no secret. */
export function forgedResume(content: string): string {
	const payload = Buffer.from(content, 'utf8').toString('base64url');
	return `r1.${createHash('sha256').update(payload).digest('base64url').slice(0, 12)}${payload}`;
}
