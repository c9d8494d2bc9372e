import type { Fault } from '../sandbox/http/faults';
import { clockSetBack } from './clockSetBack';
import { notTls, refused, selfSigned, unknownHost } from './nowhere';
import { redirectedElsewhere, service, type Mode, type Open } from './place';

/**
 * What a fault comes to for the node: `nothing`: an answer like any other; `unsent`: nobody was asked; `lost`: asked, but the answer never came
 * or can't be read; `failing`: the service failed and charged nothing; `refused`: it takes this lookup for wrong; `redirected`: it is not
 * there; `limited`: it asks to wait for a moment; `closed`: for longer than the run would wait.
 */
export type Meaning = 'nothing' | 'unsent' | 'lost' | 'failing' | 'refused' | 'redirected' | 'limited' | 'closed';

/** One line of the matrix: something that goes wrong, and in which modes. */
export interface FaultSpec {
	name: string;
	means: Meaning;
	modes: readonly Mode[];
	open: Open;
	/** Whether a request ends only when the node gives it up. */
	ends: 'by_itself' | 'by_time_out';
	/** Whether its cells change something that all others would see. */
	runs: 'among_others' | 'alone';
}

const COMMON = { modes: ['first', 'always'], ends: 'by_itself', runs: 'among_others' } as const;
const MB = 1024 * 1024;
const FOR_EVER = 3_600_000;

/** A fault of the service's own. */
const strikes = (name: string, means: Meaning, fault: Fault): FaultSpec => ({
	...COMMON,
	name,
	means,
	open: service(fault),
});

/** There is no service to be reached, neither at first nor later. */
const nowhere = (name: string, open: Open): FaultSpec => ({
	...COMMON,
	name,
	means: 'unsent',
	modes: ['always'],
	open,
});

const waiting = (value: string | string[], code = 'rate_limited'): Fault => ({
	kind: 'status',
	status: 429,
	code,
	headers: { 'retry-after': value },
});

export const FAULTS: readonly FaultSpec[] = [
	nowhere('refused', refused),
	nowhere('unknown-host', unknownHost),
	nowhere('not-tls', notTls),
	nowhere('self-signed', selfSigned),
	strikes('reset', 'lost', { kind: 'reset' }),
	strikes('reset-charged', 'lost', { kind: 'reset_charged' }),
	strikes('half-body', 'lost', { kind: 'half_body' }),
	strikes('half-json', 'lost', { kind: 'half_json' }),
	strikes('web-page', 'lost', { kind: 'not_json' }),
	strikes('error-block', 'lost', { kind: 'error_block' }),
	strikes('bad-gzip', 'lost', { kind: 'bad_gzip' }),
	strikes('1-mb', 'nothing', { kind: 'large', bytes: MB }),
	strikes('100-mb', 'lost', { kind: 'large', bytes: 100 * MB }),
	{ ...strikes('drip', 'lost', { kind: 'drip' }), ends: 'by_time_out' },
	{ ...strikes('slow', 'lost', { kind: 'slow', ms: FOR_EVER }), ends: 'by_time_out' },
	strikes('redirect', 'redirected', { kind: 'redirect', to: '/api/v1/tools/get_account' }),
	{ ...COMMON, name: 'redirect-elsewhere', means: 'redirected', open: redirectedElsewhere },
	strikes('redirect-to-file', 'redirected', { kind: 'redirect', to: 'file:///etc/hostname' }),
	strikes('informational', 'nothing', { kind: 'informational' }),
	strikes('content-type', 'nothing', { kind: 'wrong_content_type' }),
	strikes('204', 'lost', { kind: 'status', status: 204 }),
	strikes('418', 'refused', { kind: 'status', status: 418 }),
	strikes('500', 'failing', { kind: 'internal_error' }),
	strikes('599', 'lost', { kind: 'status', status: 599 }),
	strikes('retry-after-twice', 'limited', waiting(['1', '2'])),
	strikes('retry-after-negative', 'limited', waiting('-5')),
	strikes('retry-after-text', 'limited', waiting('soon')),
	strikes('retry-after-past', 'limited', waiting('Wed, 21 Oct 2015 07:28:00 GMT')),
	strikes('retry-after-huge', 'closed', waiting('99999999999')),
	// Without a wait that can be read, a closed window is a condition of the plan.
	strikes('window-text', 'closed', waiting('soon', 'fair_use_requests_exceeded')),
	{
		...strikes('clock-set-back', 'limited', waiting('1')),
		modes: ['first'],
		open: clockSetBack(waiting('1')),
		runs: 'alone',
	},
];
