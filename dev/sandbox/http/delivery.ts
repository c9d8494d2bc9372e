import { JSON_TYPE } from '../rules/replies';
import type { Fault } from './faults';

export interface Delivery {
	/**
	 * `informational`: whole, after a 102 and a 103; `padded`: brought to `bytes`; `half`: cut off halfway; `drip`:
	 * byte by byte without an end; `reset`: not at all, the connection is reset.
	 */
	delivery: 'whole' | 'informational' | 'padded' | 'half' | 'drip' | 'reset';
	/** The size of a padded body; 0 for any other. */
	bytes: number;
	delay: number;
	/** Whether the client gets an answer that it can use, if it waits long enough. */
	fate: 'answered' | 'lost';
}

/** The reply of a fault that keeps the request from the service. */
export interface InterceptedReply extends Delivery {
	/** 0 if the connection is reset without a reply. */
	status: number;
	code: string | null;
	headers: Record<string, string>;
	repeated: Record<string, string[]>;
	body: unknown;
}

const WHOLE: Delivery = { delivery: 'whole', bytes: 0, delay: 0, fate: 'answered' };
const DEFAULT_SLOW_MS = 2000;
const NO_CONTENT = 204;
const PAGE = '<!doctype html><html><body>The sandbox serves a web page where an answer was expected.</body></html>';

const errorBody = (code: string) => ({ error: { code, message: 'A fault of the sandbox befell this request.' } });

export function interceptedReply(fault: Fault): InterceptedReply | null {
	const reply = { ...WHOLE, code: null, headers: { 'content-type': JSON_TYPE }, repeated: {} };
	switch (fault.kind) {
		case 'reset':
			return { ...reply, status: 0, headers: {}, body: '', delivery: 'reset', fate: 'lost' };
		case 'not_json':
			return { ...reply, status: 200, headers: { 'content-type': 'text/html' }, body: PAGE, fate: 'lost' };
		case 'error_block':
			return { ...reply, status: 200, code: 'fault', body: errorBody('fault'), fate: 'lost' };
		case 'internal_error': {
			const code = 'internal_error';
			return { ...reply, status: 500, code, body: { ...errorBody(code), metadata: {} } };
		}
		case 'redirect':
			return {
				...reply,
				status: 302,
				headers: { location: fault.to ?? '/moved', 'content-type': 'text/plain' },
				body: '',
			};
		case 'status': {
			const { status = 503, code = 'fault' } = fault;
			const headers = withHeadersOf(fault, reply.headers);
			return status === NO_CONTENT
				? { ...reply, status, body: '', ...headers, fate: 'lost' }
				: { ...reply, status, code, body: errorBody(code), ...headers };
		}
		default:
			return null;
	}
}

/** Each header once, with those that the fault adds, and all values of those that are sent more than once. */
function withHeadersOf({ headers = {} }: Fault, own: Record<string, string>) {
	const added = Object.entries(headers).map(([name, value]): [string, string[]] => [name, [value].flat()]);
	return {
		headers: { ...own, ...Object.fromEntries(added.map(([name, [first]]) => [name, first])) },
		repeated: Object.fromEntries(added.filter(([, values]) => values.length > 1)),
	};
}

interface HarmedDelivery extends Delivery {
	headers: Record<string, string>;
	json: 'whole' | 'half';
}

const HARM: Partial<Record<Fault['kind'], Partial<HarmedDelivery>>> = {
	reset_charged: { delivery: 'reset', fate: 'lost' },
	half_body: { delivery: 'half', fate: 'lost' },
	half_json: { json: 'half', fate: 'lost' },
	bad_gzip: { headers: { 'content-encoding': 'gzip' }, fate: 'lost' },
	drip: { delivery: 'drip', fate: 'lost' },
	large: { delivery: 'padded' },
	informational: { delivery: 'informational' },
	wrong_content_type: { headers: { 'content-type': 'text/plain' } },
};

export function harmedDelivery(fault: Fault | null): HarmedDelivery {
	const delivery: HarmedDelivery = { ...WHOLE, headers: {}, json: 'whole', ...(fault && HARM[fault.kind]) };
	if (fault?.kind === 'large') delivery.bytes = fault.bytes ?? 0;
	if (fault?.kind === 'slow') delivery.delay = fault.ms ?? DEFAULT_SLOW_MS;
	return delivery;
}
