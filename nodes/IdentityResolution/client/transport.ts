import { field, toText } from '../api/json';
import type { Reply } from '../api/replies/reply';

type NoReply = Exclude<Reply, { is: 'http' }>;

/** Failures before a request was sent: nothing was asked, nothing can have been charged. */
const UNSENT: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'the connection was refused',
	ENOTFOUND: 'the host name is not known',
	EAI_AGAIN: 'the host name could not be looked up',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
	// A handshake that fails, since the request waits for it.
	EPROTO: 'no secure connection could be made',
};

const IN_TIME = 'no answer came in time';
const CUT = 'the connection was cut';

const LOST: Readonly<Record<string, string>> = {
	ECONNABORTED: IN_TIME,
	ETIMEDOUT: IN_TIME,
	ECONNRESET: CUT,
	EPIPE: CUT,
	ERR_STREAM_PREMATURE_CLOSE: CUT,
};

/** An answer that was given up. */
export const TIMED_OUT: NoReply = { is: 'lost', message: IN_TIME };
export const TOO_LARGE: NoReply = { is: 'lost', message: 'the answer was too large' };

/**
 * What n8n's protection against server-side request forgery throws, by its name: before anything is sent, as no
 * redirect is followed.
 */
const FORBIDDEN = /^SsrfBlocked/;
/** Looked at before anything is sent. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/;
/** A secure line that broke down later: what is wrong with the handshake is EPROTO. */
const BROKEN_TLS = /^ERR_SSL_/;

/**
 * What a request that n8n's HTTP helper threw on means. Where it can't be told whether the request was sent, its
 * answer counts as lost, so that it is asked again at most once.
 * The error itself is left behind: it carries the request, and with it the key.
 */
export function readTransportError(error: unknown): NoReply {
	const causes = causesOf(error);
	const code = firstTold(causes, codeIn) ?? '';
	if (causes.some((cause) => FORBIDDEN.test(nameIn(cause))))
		return { is: 'unsent', message: 'n8n does not allow requests to this address' };
	if (Object.hasOwn(LOST, code)) return { is: 'lost', message: LOST[code] };
	// Whoever reads has sent: a host or a network may also go away under a connection that stands.
	if (BROKEN_TLS.test(code) || firstTold(causes, syscallIn) === 'read') return { is: 'lost', message: CUT };
	if (Object.hasOwn(UNSENT, code)) return { is: 'unsent', message: UNSENT[code] };
	if (CERTIFICATE.test(code)) return { is: 'unsent', message: 'the certificate of the service was not accepted' };
	return { is: 'lost', message: 'the answer was lost' };
}

/** An error and those behind it: n8n and its HTTP client each wrap what they were thrown. */
function causesOf(error: unknown): unknown[] {
	const causes: unknown[] = [];
	for (let cause = error; cause && causes.length < 4; cause = (cause as { cause?: unknown }).cause)
		causes.push(cause);
	return causes;
}

function firstTold(causes: readonly unknown[], tell: (cause: unknown) => string | null): string | null {
	for (const cause of causes) {
		const told = tell(cause);
		if (told !== null) return told;
	}
	return null;
}

const codeIn = (error: unknown) => toText(field(error, 'code')) ?? toText(field(error, 'httpCode'));
const nameIn = (error: unknown) => toText(field(error, 'name')) ?? '';
const syscallIn = (error: unknown) => toText(field(error, 'syscall'));
