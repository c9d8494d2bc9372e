import { request } from 'undici';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox/server';
import { HEADERS } from './asking';

/** Runs a test against a sandbox of its own, and always closes it. */
export async function withSandbox(options: SandboxOptions, run: (sandbox: Sandbox) => Promise<void>): Promise<void> {
	const sandbox = await startSandbox(options);
	try {
		await run(sandbox);
	} finally {
		await sandbox.close();
	}
}

/** One well-formed request over HTTP; the body of the reply is its text. */
export async function post(
	sandbox: Sandbox,
	tool: string,
	body: unknown,
	headers: Record<string, string> = HEADERS,
	signal?: AbortSignal,
) {
	const sent = { method: 'POST' as const, headers, body: JSON.stringify(body), signal };
	const reply = await request(`${sandbox.url}/${tool}`, sent);
	return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
}

/** The error code of a rejected promise, or the reason as text. A promise that is not rejected has neither. */
export async function errorCode(promise: Promise<unknown>): Promise<string> {
	const error: unknown = await promise.then(
		() => new Error('was not rejected'),
		(reason: unknown) => reason,
	);
	// Not `instanceof`: Node's own errors are of another realm than Jest's.
	return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
}
