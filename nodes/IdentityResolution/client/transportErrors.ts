import { field, toText } from '../api/json';
import type { Reply } from '../api/replies/reading';

type NoReply = Exclude<Reply, { is: 'http' }>;

/** Errors before a request was sent, so that nothing was charged. */
const UNSENT: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'the connection was refused',
	ENOTFOUND: 'the host name was not found',
	EAI_AGAIN: 'the host name could not be resolved',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
	// The TLS handshake failed, which precedes the request.
	EPROTO: 'a secure connection could not be established',
};

const TIMEOUT = 'the request timed out';
const INTERRUPTED = 'the connection was interrupted';

const LOST: Readonly<Record<string, string>> = {
	ECONNABORTED: TIMEOUT,
	ETIMEDOUT: TIMEOUT,
	ECONNRESET: INTERRUPTED,
	EPIPE: INTERRUPTED,
	ERR_STREAM_PREMATURE_CLOSE: INTERRUPTED,
};

export const TIMED_OUT: NoReply = { is: 'lost', message: TIMEOUT };
/** Another answer to the same lookups would be as large. */
export const TOO_LARGE: NoReply = { is: 'lost', message: 'the answer was too large', final: true };

/** Name of the error of n8n's SSRF protection. Without redirects it is thrown before anything is sent. */
const FORBIDDEN = /^SsrfBlocked/;
/** Certificates are checked before anything is sent. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/;
/** TLS errors after the handshake; those of the handshake are EPROTO. */
const BROKEN_TLS = /^ERR_SSL_/;

/**
 * Classifies an error of n8n's HTTP helper. If it is unclear whether the request was sent, the answer counts as lost,
 * so that the request is retried at most once. The error itself is dropped, because it contains the key.
 */
export function readTransportError(error: unknown): NoReply {
	const causes = causesOf(error);
	const code = firstValue(causes, codeIn) ?? '';
	if (causes.some((cause) => FORBIDDEN.test(nameIn(cause))))
		return { is: 'unsent', message: 'n8n blocks requests to this address' };
	const syscall = firstValue(causes, syscallIn);
	if (code === 'ETIMEDOUT' && syscall === 'connect') return { is: 'unsent', message: 'the connection timed out' };
	if (Object.hasOwn(LOST, code)) return { is: 'lost', message: LOST[code] };
	// A read error means that the request was already sent, even with a code in `UNSENT`.
	if (BROKEN_TLS.test(code) || syscall === 'read') return { is: 'lost', message: INTERRUPTED };
	if (Object.hasOwn(UNSENT, code)) return { is: 'unsent', message: UNSENT[code] };
	if (CERTIFICATE.test(code)) return { is: 'unsent', message: 'the certificate of the service was rejected' };
	return { is: 'lost', message: 'the answer was lost' };
}

/** Returns an error and its causes, because n8n and its HTTP client each wrap errors. */
function causesOf(error: unknown): unknown[] {
	const causes: unknown[] = [];
	for (let cause = error; cause && causes.length < 4; cause = (cause as { cause?: unknown }).cause)
		causes.push(cause);
	return causes;
}

function firstValue(causes: readonly unknown[], read: (cause: unknown) => string | null): string | null {
	for (const cause of causes) {
		const value = read(cause);
		if (value !== null) return value;
	}
	return null;
}

const codeIn = (error: unknown) => toText(field(error, 'code')) ?? toText(field(error, 'httpCode'));
const nameIn = (error: unknown) => toText(field(error, 'name')) ?? '';
const syscallIn = (error: unknown) => toText(field(error, 'syscall'));
