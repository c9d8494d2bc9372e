import fc from 'fast-check';
import {
	requestableSources,
	type PersonKind,
	type RequestableSource,
	type Source,
} from '../../../nodes/IdentityResolution/api/person/sources';
import { SOURCES } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { WANT_NAMES, type WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import { ToolPlanner, type SourceState } from '../../../nodes/IdentityResolution/run/resolve/toolPlanner';
import { Prices } from '../../../nodes/IdentityResolution/service/budget';
import {
	HEM as HEM_PROFILE,
	HEM_TO_LINKEDIN,
	PROFILE as BUSINESS_PROFILE,
	TO_LINKEDIN as EMAIL_TO_LINKEDIN,
	WORK as WORK_EMAIL,
} from '../../support/node/toolNames';

const subsets = <T>(all: readonly T[]): T[][] =>
	Array.from({ length: 2 ** all.length }, (_, mask) => all.filter((_one, index) => mask & (1 << index)));

/** A row with an email also has its MD5. */
const STARTS: PersonKind[][] = [
	['linkedin'],
	['email', 'hem'],
	['hem'],
	['linkedin', 'email', 'hem'],
	['linkedin', 'hem'],
];
const WANTED = subsets(WANT_NAMES).filter(({ length }) => length > 0);
/** The tools of *Resolve* that the contract does not name. */
const NOT_IN_CONTRACT = ['linkedin_to_best_email', 'linkedin_to_mobile_phone', 'email_to_linkedin', 'hem_to_linkedin'];
const SERVICES = [
	['all tools', []],
	['the tools of the contract', NOT_IN_CONTRACT],
] as const;

const requestable = (kinds: PersonKind[], notOffered: readonly string[] = [], sources: readonly Source[] = SOURCES) =>
	requestableSources(sources, kinds, 'any', ({ tool }) => !notOffered.includes(tool.name)).filter(
		({ tool }) => !notOffered.includes(tool.name),
	);

interface Cost {
	tokens: number;
	requests: number;
}

const NONE: Cost = { tokens: 0, requests: 0 };
const near = (one: number, other: number) => Math.abs(one - other) < 1e-9;
const lower = (one: Cost, other: Cost): Cost => {
	if (near(one.tokens, other.tokens)) return other.requests < one.requests - 1e-9 ? other : one;
	return other.tokens < one.tokens ? other : one;
};

/** A row for which every lookup hits, stated again without any code of the planner. */
interface Row {
	known: readonly PersonKind[];
	missing: readonly WantName[];
	left: readonly RequestableSource[];
}

/** The sources of which a hit is needed, or leads to one that is. */
function useful({ known, missing, left }: Row): RequestableSource[] {
	const helps = ({ requestedFor }: RequestableSource) => requestedFor.some((want) => missing.includes(want));
	return left.filter(
		(source) =>
			known.includes(source.needs) &&
			(helps(source) ||
				(source.requestedFor.includes('linkedinProfile') &&
					!known.includes('linkedin') &&
					left.some((other) => other.needs === 'linkedin' && helps(other)))),
	);
}

function afterHit(source: RequestableSource, { known, missing, left }: Row): { cost: Cost; then: Row } {
	const withPhone = source.requestedFor.includes('mobilePhone') && missing.includes('mobilePhone');
	return {
		cost: {
			tokens: source.tokens + (withPhone ? source.phoneTokens : 0),
			requests: 1 / (source.tool.batch?.max ?? 1),
		},
		then: {
			known: [...new Set([...known, ...source.reveals])],
			missing: missing.filter((want) => !source.gives.includes(want) || (want === 'mobilePhone' && !withPhone)),
			left: left.filter((other) => other !== source),
		},
	};
}

const plus = (one: Cost, other: Cost): Cost => ({
	tokens: one.tokens + other.tokens,
	requests: one.requests + other.requests,
});

/** The lowest cost of all orders of lookups. */
function lowestCost(row: Row): Cost {
	const costs = useful(row).map((source) => {
		const { cost, then } = afterHit(source, row);
		return plus(cost, lowestCost(then));
	});
	return costs.length === 0 ? NONE : costs.reduce(lower);
}

/** The cost of the planner's choices. */
function plannedCost(sources: readonly RequestableSource[], row: Row): Cost {
	const planner = new ToolPlanner(sources, new Prices());
	const states = sources.map((source): SourceState => {
		if (!row.left.includes(source)) return 'done';
		return row.known.includes(source.needs) ? 'open' : 'waiting';
	});
	const index = planner.next({ states, missing: row.missing });
	if (index === null) return NONE;
	const { cost, then } = afterHit(sources[index], row);
	return plus(cost, plannedCost(sources, then));
}

const rowOf = (known: PersonKind[], missing: WantName[], left: readonly RequestableSource[]): Row => ({
	known,
	missing,
	left,
});

describe.each(SERVICES)('with %s, the planner', (_service, notOffered) => {
	it.each(STARTS.map((start) => [start.join(' and '), start] as const))(
		'has the lowest tokens of all orders, and of those the fewest requests, for all wants of a row with %s',
		(_name, start) => {
			const sources = requestable(start, notOffered);
			const beaten = WANTED.filter((wants) => {
				const row = rowOf(start, wants, sources);
				const [cost, best] = [plannedCost(sources, row), lowestCost(row)];
				return !near(cost.tokens, best.tokens) || !near(cost.requests, best.requests);
			});
			expect(beaten).toEqual([]);
		},
	);

	it('has the lowest tokens at any prices', () => {
		const priced = fc.tuple(
			...SOURCES.map((source) =>
				fc
					.record({ tokens: fc.integer({ min: 1, max: 9 }), phoneTokens: fc.integer({ min: 0, max: 9 }) })
					.map((price): Source => ({ ...source, ...price })),
			),
		);
		fc.assert(
			fc.property(
				priced,
				fc.constantFrom(...STARTS),
				fc.subarray(WANT_NAMES, { minLength: 1, maxLength: 3 }),
				(all, start, wants) => {
					const sources = requestable(start, notOffered, all);
					const row = rowOf(start, wants, sources);
					expect(plannedCost(sources, row).tokens).toBe(lowestCost(row).tokens);
				},
			),
			{ seed: 24, numRuns: 60 },
		);
	});
});

describe('the tokens that a row needs after a hit', () => {
	const followUpOf = (tool: string, kinds: PersonKind[], missing: WantName[]) => {
		const sources = requestable(kinds);
		const states = sources.map(({ needs }): SourceState => (kinds.includes(needs) ? 'open' : 'waiting'));
		const index = sources.findIndex((source) => source.tool.name === tool);
		const followUp = new ToolPlanner(sources, new Prices()).followUp(index, { states, missing });
		return followUp.reduce((sum, { tokens }) => sum + tokens, 0);
	};

	it.each<[string, PersonKind[], WantName[], number]>([
		['email_to_linkedin', ['email', 'hem'], ['workEmail', 'mobilePhone'], 1 + 1],
		['hem_to_linkedin', ['hem'], ['company'], 2],
		// Its work email is not certain.
		['linkedin_to_business_profile', ['linkedin'], ['company', 'workEmail'], 1],
		['linkedin_to_business_email', ['linkedin'], ['workEmail'], 0],
	])('of %s, by %j, for %j, are %i', (tool, kinds, missing, tokens) => {
		expect(followUpOf(tool, kinds, missing)).toBe(tokens);
	});
});

it.each<[PersonKind[], WantName[], SourceState, string[]]>([
	[['linkedin'], ['workEmail', 'company'], 'waiting', [WORK_EMAIL, BUSINESS_PROFILE]],
	[['email', 'hem'], ['workEmail'], 'waiting', [WORK_EMAIL, EMAIL_TO_LINKEDIN, HEM_TO_LINKEDIN]],
	[['hem'], ['company'], 'missed', [HEM_PROFILE, BUSINESS_PROFILE]],
	[['hem'], ['company'], 'done', [HEM_PROFILE]],
])('a row with %j that wants %j, others %s, may need %j', (known, missing, others, tools) => {
	const sources = requestable(known);
	const states = sources.map(({ needs }): SourceState => (known.includes(needs) ? 'open' : others));
	const possible = new ToolPlanner(sources, new Prices()).possible({ states, missing });
	expect(possible.map(({ tool }) => tool.name).sort()).toEqual(tools.sort());
});

/** Sources that are requested for all that they give, as if each were the only one that the account offers. */
const ALL: readonly RequestableSource[] = SOURCES.map((source) => ({ ...source, requestedFor: source.gives }));
const sourceOf = (name: string) => ALL.find(({ tool }) => tool.name === name) as RequestableSource;
const PERSONAL = sourceOf('linkedin_to_best_personal_email_usa');
const WORK = sourceOf('linkedin_to_business_email');
const HEM = sourceOf('hem_to_business_profile');
const TO_LINKEDIN = sourceOf('email_to_linkedin');
const REVERSE = sourceOf('reverse_email_lookup');
const PROFILE = sourceOf('linkedin_to_business_profile');

/** The states of all sources: `done` for those that are not named. */
const statesWith = (...named: Array<[Source, SourceState]>): SourceState[] =>
	ALL.map((source) => named.find(([one]) => one === source)?.[1] ?? 'done');

const open = (source: Source): [Source, SourceState] => [source, 'open'];

/** The source that the planner chooses; null if none. */
function nextOf(states: SourceState[], missing: WantName[], sources = ALL, prices = new Prices()): string | null {
	const index = new ToolPlanner(sources, prices).next({ states, missing });
	return index === null ? null : sources[index].tool.name;
}

it('a listed price changes the choice, a reported one does not', () => {
	const states = statesWith([PERSONAL, 'open'], [PROFILE, 'open']);
	const dear = new Prices(new Map([[PERSONAL.tool.name, 9]]));
	expect(nextOf(states, ['personalEmail'], ALL, dear)).toBe(PROFILE.tool.name);
	const prices = new Prices();
	prices.learn(PERSONAL.tool, 'without', 9);
	expect(nextOf(states, ['personalEmail'], ALL, prices)).toBe(PERSONAL.tool.name);
});

describe('prices are consulted', () => {
	it.each<[string, Array<[Source, SourceState]>, WantName[], boolean]>([
		['if a hit of one tool saves the other', [open(PERSONAL), open(PROFILE)], ['personalEmail'], true],
		['if one feeds another', [open(TO_LINKEDIN), open(REVERSE), [WORK, 'waiting']], ['company', 'workEmail'], true],
		['not for one tool', [open(PERSONAL)], ['personalEmail'], false],
	])('%s', (_when, named, missing, isConsulted) => {
		const prices = new Prices();
		nextOf(statesWith(...named), missing, ALL, prices);
		expect(prices.areConsulted).toBe(isConsulted);
	});
});

describe('a tool that can provide only the phone', () => {
	/** Returns the next source if the other source of phones has this price. */
	const sameTokens = () => nextOf(statesWith([HEM, 'for_phone'], [PROFILE, 'open']), ['mobilePhone']);
	const nextAt = (tokens: number, ...missing: WantName[]) =>
		nextOf(
			statesWith([HEM, 'open'], [PROFILE, 'for_phone']),
			missing,
			ALL.map((source) => (source === HEM ? { ...source, tokens } : source)),
		);

	it('is used first only if it is cheaper', () => {
		expect(nextAt(1, 'mobilePhone')).toBe(HEM.tool.name);
		expect(nextAt(2, 'mobilePhone')).toBe(HEM.tool.name);
		expect(sameTokens()).toBe(PROFILE.tool.name);
		expect(nextAt(3, 'mobilePhone')).toBe(PROFILE.tool.name);
	});

	it('is not used before a tool that also provides other missing data', () => {
		expect(nextAt(3, 'company', 'mobilePhone')).toBe(HEM.tool.name);
	});

	it('is not used if the phone is not missing', () => {
		expect(nextOf(statesWith([PROFILE, 'for_phone']), ['company'])).toBeNull();
	});
});

it('a tool that is not requested for its LinkedIn profile is not used to find one', () => {
	const sources = requestable(['email', 'hem']);
	const states = sources.map((source): SourceState => {
		if (source.tool.name === REVERSE.tool.name) return 'open';
		return source.tool.name === WORK.tool.name ? 'waiting' : 'done';
	});
	expect(nextOf(states, ['workEmail'], sources)).toBeNull();
	expect(nextOf(states, ['company', 'workEmail'], sources)).toBe(REVERSE.tool.name);
});

it('the planner returns null if no data is missing, or if no source can provide it', () => {
	expect(nextOf(statesWith([PROFILE, 'open'], [WORK, 'open']), [])).toBeNull();
	expect(nextOf(statesWith([PERSONAL, 'open']), ['workEmail'])).toBeNull();
	expect(
		nextOf(
			ALL.map(() => 'waiting' as const),
			[...WANT_NAMES],
		),
	).toBeNull();
});
