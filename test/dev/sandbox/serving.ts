import { request } from 'undici';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox/server';
import { HEADERS } from './asking';

/** Runs a test against a sandbox of its own, and ends it whatever happens. */
export async function withSandbox(options: SandboxOptions, run: (sandbox: Sandbox) => Promise<void>): Promise<void> {
	const sandbox = await startSandbox(options);
	try {
		await run(sandbox);
	} finally {
		await sandbox.close();
	}
}

/** One well-formed request over HTTP; the body is the text as it came. */
export async function post(
	sandbox: Sandbox,
	tool: string,
	body: unknown,
	headers: Record<string, string> = HEADERS,
	signal?: AbortSignal,
) {
	const reply = await request(`${sandbox.url}/${tool}`, {
		method: 'POST',
		headers,
		body: JSON.stringify(body),
		signal,
	});
	return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
}

/** One turn of a knob; the body is parsed. */
export async function knob(sandbox: Sandbox, method: 'GET' | 'DELETE' | 'PATCH' | 'POST', name: string, body?: string) {
	const reply = await request(new URL(`/_sandbox/${name}`, sandbox.url), { method, body });
	return { status: reply.statusCode, body: await reply.body.json() };
}

/** The error code of a promise that is rejected; fails the test where it is not. */
export async function errorCode(promise: Promise<unknown>): Promise<string> {
	const error: unknown = await promise.then(
		() => new Error('was not rejected'),
		(reason: unknown) => reason,
	);
	// Not `instanceof`: Node's own errors are of another realm than Jest's.
	return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
}
