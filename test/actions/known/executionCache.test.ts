import type { IExecuteFunctions } from 'n8n-workflow';
import { ExecutionCache } from '../../../nodes/IdentityResolution/actions/known/executionCache';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { customTool } from '../../../nodes/IdentityResolution/api/tools/anyTool';
import { linkedinToBusinessProfile as tool } from '../../../nodes/IdentityResolution/api/tools/profile/linkedinToBusinessProfile';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { lookupOf, type Lookup } from '../../../nodes/IdentityResolution/run/lookup';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';

const answer = { results: { first_name: 'Ada' }, metadata: {} } as never;
const FOUND: Outcome = { is: 'found', answer, phone: 'as_requested' };
const MISS: Outcome = { is: 'not_found', answer, phone: 'as_requested' };

function lookup(slug: string, phone: 'with' | 'without' = 'without'): Lookup {
	const reading = readLinkedin(slug);
	if (reading.is !== 'identifier') throw new Error(`${slug} is no profile`);
	return lookupOf(tool, reading.identifier, phone);
}

const row = (lookup: Lookup, outcome: Outcome): SettledRow => ({
	outcome,
	steps: [{ lookup, outcome, record: {} as never, showsCharge: true }],
});

/** An execution in which each call of an agent is a separate run. */
function execution() {
	const context = {};
	return () => new ExecutionCache({ getContext: () => context } as unknown as IExecuteFunctions);
}

const cachedAnswer = (executionCache: ExecutionCache, lookup: Lookup) => executionCache.cache(lookup);

it.each([
	['a hit', FOUND],
	['a miss', MISS],
])('returns %s again within the execution without a request', (_what, outcome) => {
	const run = execution();
	run().add(row(lookup('ada-example'), outcome));
	expect(cachedAnswer(run(), lookup('https://uk.linkedin.com/in/ADA-example/'))).toEqual(outcome);
	expect(cachedAnswer(run(), lookup('bea-example'))).toBeUndefined();
	expect(cachedAnswer(execution()(), lookup('ada-example'))).toBeUndefined();
});

it('requests the phone if the answer has none', () => {
	const run = execution();
	run().add(row(lookup('ada-example', 'without'), FOUND));
	expect(cachedAnswer(run(), lookup('ada-example', 'with'))).toBeUndefined();
});

it('requests a phone that was omitted, and keeps the rest as an answer without it', () => {
	const outcome: Outcome = { ...FOUND, phone: 'omitted' };
	const run = execution();
	run().add(row(lookup('ada-example', 'with'), outcome));
	expect(cachedAnswer(run(), lookup('ada-example', 'with'))).toBeUndefined();
	expect(cachedAnswer(run(), lookup('ada-example', 'without'))).toEqual({ ...outcome, phone: 'as_requested' });
});

it('ExecutionCache keeps an answer with an unreadable phone', () => {
	const run = execution();
	run().add(row(lookup('ada-example', 'with'), { ...FOUND, phone: 'unreadable' }));
	expect(cachedAnswer(run(), lookup('ada-example', 'with'))).toMatchObject({ is: 'found' });
});

it('serves a lookup without the phone from an answer with it', () => {
	const run = execution();
	run().add(row(lookup('ada-example', 'with'), FOUND));
	expect(cachedAnswer(run(), lookup('ada-example', 'without'))).toEqual(FOUND);
});

it('does not cache other tools, because a balance may change', () => {
	const run = execution();
	const lookup = lookupOf(customTool('get_usage'), readBody({ period: 'today' }), 'without');
	run().add(row(lookup, FOUND));
	expect(cachedAnswer(run(), lookup)).toBeUndefined();
});

it('keeps the answer to each step of a row for any outcome', () => {
	const run = execution();
	const [first] = row(lookup('ada-example'), MISS).steps;
	const [second] = row(lookup('bea-example', 'with'), FOUND).steps;
	run().add({ outcome: { is: 'failed', refusal: {} as never }, steps: [first, second] });
	expect([cachedAnswer(run(), first.lookup), cachedAnswer(run(), second.lookup)]).toEqual([MISS, FOUND]);
});

it('keeps nothing of a row without a lookup', () => {
	const context = {};
	new ExecutionCache({ getContext: () => context } as unknown as IExecuteFunctions).add({
		outcome: FOUND,
		steps: [],
	});
	expect(context).toEqual({ answers: {} });
});

it.each<[string, Outcome]>([
	['a deferral', { is: 'deferred', stop: { reason: 'rate_limited', retryAt: null, refusal: null, tool: null } }],
	['a failure', { is: 'failed', refusal: {} as never }],
	['a plan', { is: 'planned', why: 'Dry Run is on' }],
])('does not cache %s, which a retry may change', (_what, outcome) => {
	const run = execution();
	run().add(row(lookup('ada-example'), outcome));
	expect(cachedAnswer(run(), lookup('ada-example'))).toBeUndefined();
});

it('keeps at most 500 answers, because n8n stores them with the execution', () => {
	const run = execution();
	const executionCache = run();
	for (let index = 0; index <= 500; index++) executionCache.add(row(lookup(`person-example-${index}`), FOUND));
	expect(cachedAnswer(run(), lookup('person-example-499'))).toEqual(FOUND);
	expect(cachedAnswer(run(), lookup('person-example-500'))).toBeUndefined();
});

it('does not add answers that came from the cache', () => {
	const context = { answers: {} };
	const executionCache = new ExecutionCache({ getContext: () => context } as unknown as IExecuteFunctions);
	executionCache.add(row(lookup('ada-example', 'with'), FOUND));
	const [step] = row(lookup('ada-example'), FOUND).steps;
	executionCache.add({ outcome: FOUND, steps: [{ ...step, record: { attempts: 0 } as never }] });
	expect(Object.keys(context.answers)).toHaveLength(1);
});
