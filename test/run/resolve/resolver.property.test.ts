import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/json';
import { readIdentifier } from '../../../nodes/IdentityResolution/api/identifiers/readIdentifier';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/reply';
import { SOURCES, type PersonKind } from '../../../nodes/IdentityResolution/api/person/sources';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { WANT_NAMES } from '../../../nodes/IdentityResolution/api/person/wants';
import type { Limits } from '../../../nodes/IdentityResolution/run/limits';
import { answerName } from '../../../nodes/IdentityResolution/api/resume';
import { isAnswered, cacheFrom, type Answered } from '../../../nodes/IdentityResolution/run/answerCache';
import type { KnownIdentifiers } from '../../../nodes/IdentityResolution/api/person/sources';
import { Resolver } from '../../../nodes/IdentityResolution/run/resolve/resolver';
import { run } from '../../../nodes/IdentityResolution/run/run';
import { hash32 } from '../../../dev/sandbox/random';
import type { Asked, Script } from '../../support/fakeService';
import { people } from '../../support/lookups';
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
} from '../../support/replies';
import { simulate, type SimulatedRun } from '../../support/virtualRun';

const PEOPLE = people(8);
const MD5 = new Map(PEOPLE.map((name) => [createHash('md5').update(`${name}@example.com`).digest('hex'), name]));

/** Whom an identifier names, in whatever form it was sent. */
const whoIs = (input: string) => MD5.get(input) ?? /person-\d+/.exec(input)?.[0] ?? input;

/** A row: who it is about, and what it holds of them. Some have two profiles. */
interface Row {
	name: string;
	holds: PersonKind[];
	slug: 'first' | 'second';
}

const identify = (kind: PersonKind, text: string) => {
	const reading = readIdentifier(kind, text);
	return reading.is === 'identifier' ? [reading.identifier] : [];
};

const knownOf = ({ name, holds, slug }: Row): KnownIdentifiers => ({
	linkedin: holds.includes('linkedin') ? identify('linkedin', slug === 'first' ? name : `${name}-renamed`) : [],
	email: holds.includes('email') ? identify('email', `${name}@example.com`) : [],
	hem: holds.includes('email') || holds.includes('hem') ? identify('hem', `${name}@example.com`) : [],
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
			holds: fc.subarray<PersonKind>(['linkedin', 'email', 'hem'], { minLength: 1 }),
			slug: fc.constantFrom('first', 'second'),
		}),
		{ minLength: 1, maxLength: 14 },
	),
	wants: fc.subarray(WANT_NAMES, { minLength: 1 }),
	/** What becomes of the first requests, one by one; null for an answer. */
	faults: fc.array(fc.option(fc.constantFrom(...(Object.keys(FAULTS) as Fault[])), { freq: 2 }), { maxLength: 25 }),
	limits: fc.record<Partial<Limits>>({
		batchSize: fc.constantFrom(1, 3, 100),
		concurrency: fc.constantFrom(1, 2, 20),
		maxTokens: fc.constantFrom(Infinity, Infinity, 3, 10, 25),
		onLostAnswer: fc.constantFrom('retry' as const, 'fail' as const),
		onPhoneTokens: fc.constantFrom('withoutPhone' as const, 'defer' as const),
		retries: fc.constantFrom(0, 1, 3),
	}),
	latencies: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 }),
	/** Tokens of a hit. */
	price: fc.integer({ min: 1, max: 9 }),
	seed: fc.nat(),
});

type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

/** What one request meant for one identifier: a hit or a miss, or null where no answer came. */
interface Trace {
	question: string;
	phone: Asked['phone'];
	nth: number;
	/** Requests sent before it was answered. */
	sentByThen: number;
	answered: 'hit' | 'miss' | null;
	mayBeCharged: boolean;
}

/** What a tool tells of a person: never all that it could, and no phone that is not asked for. */
function resultsOf({ seed }: Scenario, tool: Tool, input: string, phone: Asked['phone']): JsonObject | null {
	const name = whoIs(input);
	const holds = (what: string) => hash32(`${seed} ${tool.name} ${name} ${what}`) % 3 > 0;
	if (!holds(input.includes('renamed') ? 'a second profile' : 'a first profile')) return null;
	return {
		id: name,
		...(holds('name') && { full_name: name, title: 'Engineer' }),
		...(holds('profile') && { linkedinurl: `https://www.linkedin.com/in/${name}` }),
		...(holds('company') && { current_company: 'Example Works', company: { name: 'Example Works' } }),
		...(holds('personal e-mail') && { email: `${name}@example.com`, personal_email: `${name}@example.com` }),
		...(holds('work e-mail') && { business_email: `${name}@works.example.com` }),
		...(phone === 'with' && holds('phone') && { mobile_phone: '12025550100' }),
	};
}

/** A service that keeps a ledger in `traces`. */
const serviceOf =
	(scenario: Scenario, faults: Scenario['faults'], traces: Trace[]): Script =>
	({ tool, inputs, phone, nth, answered }): Reply => {
		const fault = faults[nth] ?? null;
		const answers = fault === null || (fault === 'outOfPhoneTokens' && phone === 'without');
		const rows = inputs.map((input) => ({ input, results: resultsOf(scenario, tool, input, phone) }));
		for (const { input, results } of rows) {
			const question = `${tool.name} ${MD5.has(input) || input.includes('@') ? whoIs(input) : input}`;
			const told = results === null ? 'miss' : 'hit';
			traces.push({
				question,
				phone,
				nth,
				sentByThen: answered?.sent ?? Infinity,
				answered: answers ? told : null,
				mayBeCharged: results !== null && (answers || fault === 'lost'),
			});
		}
		if (!answers) return FAULTS[fault]();
		if (rows.length > 1) return batchOf(rows);
		const [{ results }] = rows;
		const metadata = tool.reportsCharges ? { tokens_charged: results === null ? 0 : scenario.price } : {};
		return results === null ? miss(metadata) : hit(results, metadata);
	};

/** Resolves a sheet, and then twice again without faults, with all that was answered before. */
async function rounds(scenario: Scenario): Promise<Array<{ done: SimulatedRun; traces: Trace[] }>> {
	const answers = new Map<string, Answered>();
	const played: Array<{ done: SimulatedRun; traces: Trace[] }> = [];
	for (const faults of [scenario.faults, [], []]) {
		const traces: Trace[] = [];
		const cache = cacheFrom((name) => answers.get(name));
		const { onPhoneTokens = 'withoutPhone' } = scenario.limits;
		const resolver = new Resolver({ sources: SOURCES, wants: scenario.wants, onPhoneTokens, cache });
		const done = await simulate(
			scenario.rows.map((row) => resolver.route(knownOf(row))),
			{
				limits: scenario.limits,
				latency: ({ nth }) => scenario.latencies[nth % scenario.latencies.length],
				script: (asked) =>
					asked.tool.family === 'free' ? hit({}) : serviceOf(scenario, faults, traces)(asked),
				play: (routes, limits, env) => run(routes, limits, env, cache),
				mostEvents: 20_000,
			},
		);
		for (const { lookup, outcome } of done.rows.flatMap(({ steps }) => steps)) {
			if (!isAnswered(outcome)) continue;
			const phone = outcome.phone === 'as_requested' ? lookup.phone : 'without';
			answers.set(answerName(lookup.tool.name, lookup.identifier.key, phone), {
				...outcome,
				phone: 'as_requested',
			});
		}
		played.push({ done, traces });
	}
	return played;
}

const check = (seed: number, property: (played: Awaited<ReturnType<typeof rounds>>, scenario: Scenario) => void) =>
	fc.assert(
		fc.asyncProperty(scenarios, async (scenario) => property(await rounds(scenario), scenario)),
		{ seed, numRuns: 200 },
	);

describe('whoever is resolved, by whatever, through whatever faults', () => {
	it('every row comes back, each with what tools told of its own person', async () => {
		await check(1, (played, { rows }) => {
			for (const { done } of played) {
				expect(
					done.statuses.filter((status) =>
						['found', 'not_found', 'failed', 'deferred', 'invalid'].includes(status),
					),
				).toHaveLength(rows.length);
				for (const [place, { steps }] of done.rows.entries()) {
					const told = steps.flatMap(({ outcome }) =>
						outcome.is === 'found' ? [(outcome.answer.results as { id: string }).id] : [],
					);
					expect(new Set([...told, rows[place].name]).size).toBe(1);
				}
			}
		});
	});

	it('no tool is asked about anybody again in a run once it has answered, nor charges more than twice, lost answers included', async () => {
		await check(2, (played) => {
			for (const { traces } of played) {
				for (const { question, sentByThen, answered } of traces) {
					if (answered !== null)
						expect(
							traces.filter((later) => later.question === question && later.nth >= sentByThen),
						).toEqual([]);
					expect(
						traces.filter((one) => one.question === question && one.mayBeCharged).length,
					).toBeLessThanOrEqual(2);
				}
			}
		});
	});

	it('nothing that was answered in an earlier run is asked again, unless for a phone that was not asked for then', async () => {
		await check(3, (played) => {
			const before: Trace[] = [];
			for (const { traces } of played) {
				const paid = before.filter(({ answered }) => answered !== null);
				const again = traces.filter((one) =>
					paid.some(
						({ question, phone }) =>
							question === one.question && (phone === 'with' || one.phone === 'without'),
					),
				);
				expect(again).toEqual([]);
				before.push(...traces);
			}
		});
	});
});
