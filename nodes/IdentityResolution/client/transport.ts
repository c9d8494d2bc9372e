import { field, toText } from '../api/json';
import type { Reply } from '../api/reply';

type NoReply = Exclude<Reply, { is: 'http' }>;

/** Failures before a request was sent: nothing was asked, nothing can have been charged. */
const UNSENT: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'the connection was refused',
	ENOTFOUND: 'the host name is not known',
	EAI_AGAIN: 'the host name could not be looked up',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
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
export const TOO_LATE: NoReply = { is: 'lost', message: IN_TIME };
export const TOO_LARGE: NoReply = { is: 'lost', message: 'the answer was too large' };

const TLS = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/;

/**
 * What a request that n8n's HTTP helper threw on means. Where it can't be told whether the request was sent, its
 * answer counts as lost, so that it is asked again at most once.
 * The error itself is left behind: it carries the request, and with it the key.
 */
export function readTransportError(error: unknown): NoReply {
	const code = codeOf(error);
	if (code !== null && Object.hasOwn(UNSENT, code)) return { is: 'unsent', message: UNSENT[code] };
	if (code !== null && TLS.test(code)) return { is: 'unsent', message: 'the certificate of the service was not accepted' };
	const known = code !== null && Object.hasOwn(LOST, code);
	return { is: 'lost', message: known ? LOST[code] : 'the answer was lost' };
}

function codeOf(error: unknown): string | null {
	for (let cause: unknown = error, depth = 0; cause && depth < 4; cause = (cause as { cause?: unknown }).cause, depth++) {
		const code = codeIn(cause);
		if (code !== null) return code;
	}
	return null;
}

const codeIn = (error: unknown) => toText(field(error, 'code')) ?? toText(field(error, 'httpCode'));
