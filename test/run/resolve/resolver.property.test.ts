import fc from 'fast-check';
import { SOURCES } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import { identifierOf } from '../../support/run/lookups';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/httpReply';
import type { MinGrade } from '../../../nodes/IdentityResolution/api/person/emails';
import type { PersonIdentifiers, PersonKind } from '../../../nodes/IdentityResolution/api/person/sources';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { WANT_NAMES } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Limits } from '../../../nodes/IdentityResolution/service/environment';
import { AnswerStore, type AnswerCache } from '../../../nodes/IdentityResolution/run/answerStore';
import { lookupOf } from '../../../nodes/IdentityResolution/service/lookup';
import { type Route, type Step } from '../../../nodes/IdentityResolution/run/route';
import { answeredPhone, isAnswered } from '../../../nodes/IdentityResolution/service/outcome';
import { Resolver } from '../../../nodes/IdentityResolution/run/resolve/resolver';
import { dryRun, run, type Plan } from '../../../nodes/IdentityResolution/run/run';
import { hash32 } from '../../../dev/sandbox/random';
import type { ReceivedRequest, Script } from '../../support/virtual/fakeService';
import { inBatchesOf, people } from '../../support/run/lookups';
import {
	batchOf,
	brokenDown,
	closedTool,
	hit,
	lost,
	miss,
	outOfPhoneTokens,
	outOfTokens,
	rateLimited,
	recordsUsedUp,
} from '../../support/api/replies';
import { simulate, type SimulatedRun } from '../../support/virtual/virtualRun';

const PEOPLE = people(8);
const MD5 = new Map(PEOPLE.map((name) => [createHash('md5').update(`${name}@example.com`).digest('hex'), name]));

/** Returns the person of an identifier in any form. */
const phoneOf = (name: string) => `12025550${100 + PEOPLE.indexOf(name)}`;
const nameOf = (input: string) => MD5.get(input) ?? /person-\d+/.exec(input)?.[0] ?? input;

/** A row with identifiers of a person, who may have two LinkedIn profiles. */
interface Row {
	name: string;
	kinds: PersonKind[];
	slug: 'first' | 'second';
}

const identify = (kind: PersonKind, text: string) => [identifierOf(kind, text)];

const identifiersOf = ({ name, kinds, slug }: Row): PersonIdentifiers => ({
	linkedin: kinds.includes('linkedin') ? identify('linkedin', slug === 'first' ? name : `${name}-renamed`) : [],
	email: kinds.includes('email') ? identify('email', `${name}@example.com`) : [],
	hem: kinds.includes('email') || kinds.includes('hem') ? identify('hem', `${name}@example.com`) : [],
});

const FAULTS = {
	brokenDown,
	lost,
	outOfPhoneTokens,
	closedTool,
	outOfTokens,
	rateLimited: () => rateLimited(2),
	recordsUsedUp: () => recordsUsedUp(3_600),
};
type Fault = keyof typeof FAULTS;

const scenarios = fc.record({
	rows: fc.array(
		fc.record<Row>({
			name: fc.constantFrom(...PEOPLE),
			kinds: fc.subarray<PersonKind>(['linkedin', 'email', 'hem'], { minLength: 1 }),
			slug: fc.constantFrom('first', 'second'),
		}),
		{ minLength: 1, maxLength: 14 },
	),
	wants: fc.subarray(WANT_NAMES, { minLength: 1 }),
	minGrade: fc.constantFrom<MinGrade>('any', 'anyExceptD', 'aOrB'),
	/** The faults of the first requests; null for an answer. */
	faults: fc.array(fc.option(fc.constantFrom(...(Object.keys(FAULTS) as Fault[])), { freq: 2 }), { maxLength: 25 }),
	batchSize: fc.constantFrom(1, 3, 100),
	limits: fc.record<Partial<Limits>>({
		concurrency: fc.constantFrom(1, 2, 20),
		maxTokens: fc.constantFrom(Infinity, Infinity, 3, 10, 25),
	}),
	latencies: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 }),
	/** Tokens of a hit. */
	price: fc.integer({ min: 1, max: 9 }),
	seed: fc.nat(),
});

type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

/** The result of one request for one identifier. */
interface Trace {
	lookup: string;
	phone: ReceivedRequest['phone'];
	nth: number;
	/** Requests sent before the answer. */
	sentBefore: number;
	/** Null without an answer. */
	answered: 'hit' | 'miss' | null;
	mayBeCharged: boolean;
}

/** Returns incomplete data of a person, with a phone only if it was requested. */
function resultsOf({ seed }: Scenario, tool: Tool, input: string, phone: ReceivedRequest['phone']): JsonObject | null {
	const name = nameOf(input);
	const has = (field: string) => hash32(`${seed} ${tool.name} ${name} ${field}`) % 3 > 0;
	if (!has(input.includes('renamed') ? 'a second profile' : 'a first profile')) return null;
	return {
		id: name,
		...(has('name') && { full_name: name, title: 'Engineer' }),
		...(has('profile') && { linkedinurl: `https://www.linkedin.com/in/${name}` }),
		...(has('company') && { current_company: 'Example Works', company: { name: 'Example Works' } }),
		...(has('personal email') && { email: `${name}@example.com`, personal_email: `${name}@example.com` }),
		...(has('grade') && { risk_score: 'A' }),
		...(has('slug') && { linkedin_slug: name, linkedin_url: name }),
		...(has('work email') && { business_email: `${name}@works.example.com` }),
		...(phone === 'with' && has('phone') && { mobile_phone: phoneOf(name) }),
	};
}

/** A service that records every lookup in `traces`. */
const serviceOf =
	(scenario: Scenario, faults: Scenario['faults'], traces: Trace[]): Script =>
	({ tool, inputs, phone, nth, answered }): Reply => {
		const fault = faults[nth] ?? null;
		const answers = fault === null || (fault === 'outOfPhoneTokens' && phone === 'without');
		const rows = inputs.map((input) => ({ input, results: resultsOf(scenario, tool, input, phone) }));
		for (const { input, results } of rows) {
			const lookup = `${tool.name} ${MD5.has(input) || input.includes('@') ? nameOf(input) : input}`;
			const answer = results === null ? 'miss' : 'hit';
			traces.push({
				lookup,
				phone,
				nth,
				sentBefore: answered?.sent ?? Infinity,
				answered: answers ? answer : null,
				mayBeCharged: results !== null && (answers || fault === 'lost'),
			});
		}
		if (!answers) return FAULTS[fault]();
		if (rows.length > 1) return batchOf(rows);
		const [{ results }] = rows;
		const metadata = tool.reportsCharges === true ? { tokens_charged: results === null ? 0 : scenario.price } : {};
		return results === null ? miss(metadata) : hit(results, metadata);
	};

/** The route with at most so many lookups per request. */
const inBatches =
	(route: Route, batchSize: number): Route =>
	(...known) => {
		const next = route(...known);
		if (!('lookup' in next)) return next;
		const { tool, identifier, phone, followUp } = next.lookup;
		const small = inBatchesOf(batchSize, tool);
		return { lookup: lookupOf(small, identifier, phone, followUp) };
	};

/** Tokens per hit as the rows assume them without a list. */
const ONE_EACH = Object.fromEntries(SOURCES.map(({ tool, tokens }) => [tool.name, tokens]));

/** Resolves a sheet with faults, then twice without faults, with the answers of the earlier runs. */
async function resolveThrice(scenario: Scenario) {
	const { wants, minGrade } = scenario;
	const answers = new AnswerStore(null);
	const runs: Array<{ planned: Plan | null; done: SimulatedRun; traces: Trace[] }> = [];
	for (const faults of [scenario.faults, [], []]) {
		const traces: Trace[] = [];
		const cache: AnswerCache = (lookup) => answers.find(lookup);
		const simulateWith = async (runWith: typeof run | typeof dryRun) => {
			const resolver = new Resolver({ sources: SOURCES, wants, minGrade, cache, answers });
			const routes = scenario.rows.map((row) => resolver.route(identifiersOf(row), () => []));
			return await simulate(
				routes.map((route) => inBatches(route, scenario.batchSize)),
				{
					limits: scenario.limits,
					latency: ({ nth }) => scenario.latencies[nth % scenario.latencies.length],
					prices: scenario.faults.includes('closedTool') ? undefined : ONE_EACH,
					script: (request) =>
						request.tool.family === 'free' ? hit({}) : serviceOf(scenario, faults, traces)(request),
					runWith: (all, limits, env) => runWith(all, limits, env, cache),
					maxEvents: 20_000,
				},
			);
		};
		const { plan } = await simulateWith(dryRun);
		const done = await simulateWith(run);
		for (const { steps } of done.rows) steps.forEach((step) => addStep(answers, step));
		runs.push({ planned: plan, done, traces });
	}
	return runs;
}

/** Adds the answer of a step, if it has one, for later runs. */
function addStep(answers: AnswerStore, { lookup, outcome }: Step): void {
	if (!isAnswered(outcome)) return;
	const { found, results, at } = outcome.answer;
	const phone = answeredPhone(outcome, lookup.phone);
	answers.add({ tool: lookup.tool.name, key: lookup.identifier.key, phone, found, results, at });
}

const check = (
	seed: number,
	property: (runs: Awaited<ReturnType<typeof resolveThrice>>, scenario: Scenario) => void,
	among = scenarios,
	numRuns = 200,
) =>
	fc.assert(
		fc.asyncProperty(among, async (scenario) => property(await resolveThrice(scenario), scenario)),
		{ seed, numRuns },
	);

describe('resolving a sheet with any faults', () => {
	it('settles every row, with answers about its own person only', async () => {
		await check(1, (runs, { rows }) => {
			for (const { done } of runs) {
				expect(
					done.statuses.filter((status) =>
						['found', 'not_found', 'failed', 'deferred', 'invalid', 'skipped'].includes(status),
					),
				).toHaveLength(rows.length);
				for (const [index, { steps }] of done.rows.entries()) {
					const { name } = rows[index];
					for (const { outcome } of steps) {
						if (outcome.is !== 'found') continue;
						// A known phone of another tool comes without the rest of its answer.
						const { id = name, mobile_phone = phoneOf(name) } = outcome.answer.results as Record<
							string,
							string
						>;
						expect([id, mobile_phone]).toEqual([name, phoneOf(name)]);
					}
				}
			}
		});
	});

	it('repeats no answered lookup in a run, and is charged at most twice per lookup', async () => {
		await check(2, (runs) => {
			for (const { traces } of runs) {
				for (const { lookup, sentBefore, answered } of traces) {
					if (answered !== null)
						expect(traces.filter((later) => later.lookup === lookup && later.nth >= sentBefore)).toEqual(
							[],
						);
					expect(
						traces.filter((one) => one.lookup === lookup && one.mayBeCharged).length,
					).toBeLessThanOrEqual(2);
				}
			}
		});
	});

	it('does not repeat a lookup that an earlier run answered, except for a phone that was not requested', async () => {
		await check(3, (runs) => {
			const before: Trace[] = [];
			for (const { traces } of runs) {
				const answeredBefore = before.filter(({ answered }) => answered !== null);
				const repeated = traces.filter((one) =>
					answeredBefore.some(
						({ lookup, phone }) => lookup === one.lookup && (phone === 'with' || one.phone === 'without'),
					),
				);
				expect(repeated).toEqual([]);
				before.push(...traces);
			}
		});
	});

	it('a row is charged for no tool, hit or phone that a dry run does not name, except for lost answers', async () => {
		const oneRow = scenarios.map((scenario) => ({ ...scenario, rows: scenario.rows.slice(0, 1) }));
		await check(
			4,
			(runs) => {
				for (const { planned, traces } of runs) {
					const { tools = [], hits = 0, phones = 0 } = planned?.cost ?? {};
					const charged = traces.filter(({ answered }) => answered === 'hit');
					const names = tools.map(({ name }) => name);
					expect(charged.filter(({ lookup }) => !names.includes(lookup.split(' ')[0]))).toEqual([]);
					expect(charged.length).toBeLessThanOrEqual(hits);
					if (phones === 0) expect(charged.filter(({ phone }) => phone === 'with')).toEqual([]);
				}
			},
			oneRow,
			2000,
		);
	});
});
