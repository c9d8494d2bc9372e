import type { Fault } from './faultSchema';
import { JSON_TYPE } from './refusals';
import type { Delivery } from './travel';

/** An answer in place of the service's, where a fault keeps the request from it. */
export interface Intercepted {
	/** 0: there is no answer, the connection is reset. */
	status: number;
	code: string | null;
	headers: Record<string, string>;
	/** All values of those headers that come more than once. */
	repeated: Record<string, string[]>;
	body: unknown;
	delivery: Delivery;
	/** Whether the client has something that it can use. */
	fate: 'answered' | 'lost';
}

/** What a fault answers without the service doing anything: nothing is looked up, counted or charged. */
export function intercept(fault: Fault): Intercepted | null {
	const answer = {
		headers: { 'content-type': JSON_TYPE },
		repeated: {},
		delivery: 'whole',
		fate: 'answered',
		code: null,
	} as const;
	switch (fault.kind) {
		case 'reset':
			return { ...answer, status: 0, headers: {}, body: '', delivery: 'reset', fate: 'lost' };
		case 'not_json':
			return { ...answer, status: 200, headers: { 'content-type': 'text/html' }, body: PAGE, fate: 'lost' };
		case 'error_block':
			return { ...answer, status: 200, code: 'fault', body: errorOf('fault'), fate: 'lost' };
		case 'internal_error':
			return {
				...answer,
				status: 500,
				code: 'internal_error',
				body: { ...errorOf('internal_error'), metadata: {} },
			};
		case 'redirect':
			return {
				...answer,
				status: 302,
				...headersOf(fault, { location: fault.to ?? '/moved', 'content-type': 'text/plain' }),
				body: '',
			};
		case 'status':
			return { ...answer, ...statusOf(fault), ...headersOf(fault, answer.headers) };
		default:
			return null;
	}
}

const PAGE = '<!doctype html><html><body>The sandbox serves a web page where an answer was expected.</body></html>';

const errorOf = (code: string) => ({ error: { code, message: 'A fault of the sandbox befell this request.' } });

const NO_CONTENT = 204;

function statusOf({ status = 503, code = 'fault' }: Fault): Pick<Intercepted, 'status' | 'code' | 'body' | 'fate'> {
	return status === NO_CONTENT
		? { status, code: null, body: '', fate: 'lost' }
		: { status, code, body: errorOf(code), fate: 'answered' };
}

/** The headers of an answer with those that the fault adds, each once, and those that come more than once with all their values. */
function headersOf({ headers = {} }: Fault, own: Record<string, string>): Pick<Intercepted, 'headers' | 'repeated'> {
	const added = Object.entries(headers).map(([name, value]): [string, string[]] => [name, [value].flat()]);
	return {
		headers: { ...own, ...Object.fromEntries(added.map(([name, [first]]) => [name, first])) },
		repeated: Object.fromEntries(added.filter(([, values]) => values.length > 1)),
	};
}
