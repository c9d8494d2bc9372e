import type { Fault } from '../sandbox/http/faults';
import {
	clockSetBack,
	closedPort,
	plainHttp,
	redirectToOtherHost,
	sandboxWith,
	selfSigned,
	unknownHost,
	type Mode,
	type Open,
} from './endpoints';
import type { Effect } from './expectation';

export interface FaultSpec {
	name: string;
	effect: Effect;
	modes: readonly Mode[];
	open: Open;
	/** Requests end only by the node's time-out. */
	timesOut?: boolean;
	/** The fault changes the clock of this process, so its cells run after all others. */
	exclusive?: boolean;
	/** Responses are so large that few cells may run at once. */
	heavy?: boolean;
}

const MB = 1024 * 1024;
const HOUR = 3_600_000;

const serviceFault = (
	name: string,
	effect: Effect,
	fault: Fault,
	rest: Pick<FaultSpec, 'timesOut' | 'heavy'> = {},
): FaultSpec => ({ name, effect, modes: ['first', 'always'], open: sandboxWith(fault), ...rest });

/** There is no service at the address, so the fault cannot strike the first request alone. */
const unreachable = (name: string, open: Open): FaultSpec => ({ name, effect: 'unsent', modes: ['always'], open });

const tooManyRequests = (retryAfter: string | string[], code = 'rate_limited'): Fault => ({
	kind: 'status',
	status: 429,
	code,
	headers: { 'retry-after': retryAfter },
});

export const FAULTS: readonly FaultSpec[] = [
	unreachable('refused', closedPort),
	unreachable('unknown-host', unknownHost),
	unreachable('not-tls', plainHttp),
	unreachable('self-signed', selfSigned),
	serviceFault('reset', 'lost', { kind: 'reset' }),
	serviceFault('reset-charged', 'lost', { kind: 'reset_charged' }),
	serviceFault('half-body', 'lost', { kind: 'half_body' }),
	serviceFault('half-json', 'lost', { kind: 'half_json' }),
	serviceFault('web-page', 'lost', { kind: 'not_json' }),
	serviceFault('error-block', 'lost', { kind: 'error_block' }),
	serviceFault('bad-gzip', 'lost', { kind: 'bad_gzip' }),
	serviceFault('1-mb', 'none', { kind: 'large', bytes: MB }),
	serviceFault('100-mb', 'oversized', { kind: 'large', bytes: 100 * MB }, { heavy: true }),
	serviceFault('drip', 'lost', { kind: 'drip' }, { timesOut: true }),
	serviceFault('slow', 'lost', { kind: 'slow', ms: HOUR }, { timesOut: true }),
	serviceFault('redirect', 'redirected', { kind: 'redirect', to: '/api/v1/tools/get_account' }),
	{ name: 'redirect-elsewhere', effect: 'redirected', modes: ['first', 'always'], open: redirectToOtherHost },
	serviceFault('redirect-to-file', 'redirected', { kind: 'redirect', to: 'file:///etc/hostname' }),
	serviceFault('informational', 'none', { kind: 'informational' }),
	serviceFault('content-type', 'none', { kind: 'wrong_content_type' }),
	serviceFault('204', 'lost', { kind: 'status', status: 204 }),
	serviceFault('418', 'refused', { kind: 'status', status: 418 }),
	serviceFault('500', 'unavailable', { kind: 'internal_error' }),
	serviceFault('503-retry-after', 'lost', { kind: 'status', status: 503, headers: { 'retry-after': '1' } }),
	serviceFault('599', 'lost', { kind: 'status', status: 599 }),
	serviceFault('retry-after-twice', 'rate_limited', tooManyRequests(['1', '2'])),
	serviceFault('retry-after-negative', 'rate_limited', tooManyRequests('-5')),
	serviceFault('retry-after-text', 'rate_limited', tooManyRequests('soon')),
	serviceFault('retry-after-past', 'rate_limited', tooManyRequests('Wed, 21 Oct 2015 07:28:00 GMT')),
	serviceFault('retry-after-huge', 'window_closed', tooManyRequests('99999999999')),
	// A closed window without a readable wait is a limit of the plan.
	serviceFault('window-text', 'window_closed', tooManyRequests('soon', 'fair_use_requests_exceeded')),
	{
		name: 'clock-set-back',
		effect: 'rate_limited',
		modes: ['first'],
		open: clockSetBack(tooManyRequests('1')),
		exclusive: true,
	},
];
