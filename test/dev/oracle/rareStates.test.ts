import { reachedIn, StateCounts, type RareState, type Trace, type TracedRequest } from '../../../dev/oracle/rareStates';

const request = (over: Partial<TracedRequest> = {}): TracedRequest => ({
	tool: 'some_tool',
	status: 200,
	code: null,
	keys: ['a'],
	phone: 'without',
	charged: ['a'],
	fate: 'answered',
	...over,
});
const refused = (status: number, code: string, over: Partial<TracedRequest> = {}) =>
	request({ status, code, charged: [], ...over });
const hit = request();
const batch = request({ keys: ['a', 'b'], charged: ['a', 'b'] });
const broken = refused(500, 'internal_error');
const lost = request({ fate: 'lost' });
const recordsUsedUp = refused(429, 'fair_use_limit_exceeded');
const requestsUsedUp = refused(429, 'fair_use_requests_exceeded');
const rateLimited = refused(429, 'rate_limited');
const noTokens = refused(402, 'insufficient_tokens');
const noPhone = refused(402, 'insufficient_phone_tokens', { phone: 'with' });
const brokenBatch = { ...broken, keys: ['a', 'b'] };
const OTHER = { tool: 'other_tool' };

function reaches(state: RareState, requests: TracedRequest[], log: Trace['log'] = []): boolean {
	return reachedIn({ requests, log }).includes(state);
}

it.each<[RareState, TracedRequest[]]>([
	['a batch was cut in the middle', [{ ...batch, charged: ['a'], code: 'insufficient_tokens' }]],
	['a window closed and reopened', [hit, recordsUsedUp, recordsUsedUp, hit]],
	['two windows were closed at once', [recordsUsedUp, requestsUsedUp]],
	['the rate limit was met', [rateLimited, hit]],
	['the balance was used up', [hit, noTokens]],
	['the phone allowance was used up, and lookups went on without phone', [noPhone, hit]],
	['a lost answer came with the next attempt', [{ ...lost, charged: [] }, hit]],
	['a lost answer was charged again', [lost, hit]],
	['a failed batch was halved', [brokenBatch, request({ keys: ['b'] })]],
	['a tool recovered from an outage', [broken, broken, broken, { ...broken, status: 0 }, lost, hit]],
	['a tool was closed while another one went on', [refused(403, 'plan_restricted'), { ...hit, ...OTHER }]],
	['the key was refused after answers', [hit, refused(401, 'unauthorized')]],
])('reachedIn sees that %s', (state, requests) => {
	expect(reaches(state, requests)).toBe(true);
	expect(reaches(state, requests.slice(1))).toBe(false);
	expect(reaches(state, requests.slice(0, -1))).toBe(false);
});

it.each<[string, RareState, TracedRequest[]]>([
	['a partial answer without data', 'a batch was cut in the middle', [{ ...noTokens, status: 200 }]],
	['a window of another tool', 'a window closed and reopened', [hit, { ...recordsUsedUp, ...OTHER }, hit]],
	['a window that reopened before', 'two windows were closed at once', [recordsUsedUp, hit, requestsUsedUp]],
	[
		'a response with the phone',
		'the phone allowance was used up, and lookups went on without phone',
		[noPhone, { ...hit, phone: 'with' }],
	],
	['another lookup', 'a lost answer came with the next attempt', [lost, request({ keys: ['b'] })]],
	['a request that arrived nowhere', 'a lost answer came with the next attempt', [{ ...lost, status: 0 }, hit]],
	['a retry of the whole batch', 'a failed batch was halved', [brokenBatch, batch]],
	['another batch', 'a failed batch was halved', [brokenBatch, request({ keys: ['c'] })]],
	['an answer between', 'a tool recovered from an outage', [broken, broken, broken, hit, broken, broken, hit]],
	[
		'an account check',
		'a tool was closed while another one went on',
		[refused(403, 'plan_restricted'), { ...hit, ...OTHER, keys: [] }],
	],
])('reachedIn does not take %s for it', (_name, state, requests) => {
	expect(reaches(state, requests)).toBe(false);
});

it('reachedIn sees decisions of the node', () => {
	expect(reaches('a run was stopped', [], [{ event: 'stop' }])).toBe(true);
	expect(reaches('a run was stopped', [], [{ event: 'pause' }])).toBe(false);
});

it('StateCounts counts traces, and names the required states that were never reached', () => {
	const counts = new StateCounts(['the rate limit was met', 'a run was stopped', 'the balance was used up']);
	counts.add(['the rate limit was met', 'a failed batch was halved']);
	counts.add(['the rate limit was met', 'a run was stopped']);
	expect(counts.lines()).toEqual(['the rate limit was met: 2', 'a run was stopped: 1', 'the balance was used up: 0']);
	expect(counts.missed()).toEqual(['Never reached: the balance was used up']);
});
