import fc from 'fast-check';
import {
	allowedSources,
	SOURCES,
	type PersonKind,
	type Source,
} from '../../../nodes/IdentityResolution/api/person/sources';
import { WANT_NAMES, type WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import { ToolPlanner, type SourceState } from '../../../nodes/IdentityResolution/run/resolve/toolPlanner';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/prices';

const subsets = <T>(all: readonly T[]): T[][] =>
	Array.from({ length: 2 ** all.length }, (_, mask) => all.filter((_one, index) => mask & (1 << index)));
const orders = <T>(all: readonly T[]): T[][] =>
	all.length === 0
		? [[]]
		: all.flatMap((one) => orders(all.filter((other) => other !== one)).map((rest) => [one, ...rest]));

/** A row with an email also has its MD5. */
const STARTS: PersonKind[][] = [
	['linkedin'],
	['email', 'hem'],
	['hem'],
	['linkedin', 'email', 'hem'],
	['linkedin', 'hem'],
];
const WANTED = subsets(WANT_NAMES).filter(({ length }) => length > 0);

/** A row at some point: which sources have answered, which kinds of identifiers are known, and what is missing. */
interface Situation {
	answered: readonly Source[];
	known: readonly PersonKind[];
	missing: readonly WantName[];
}

interface Cost {
	tokens: number;
	requests: number;
}

const FREE: Cost = { tokens: 0, requests: 0 };

/** Of a likely tool. */
const HIT_RATE = 0.5;

/** What the planner assumes, stated again without any code of the node. */
class Model {
	constructor(readonly sources: readonly Source[]) {}

	useful({ answered, known, missing }: Situation): Source[] {
		const helps = ({ onlyFor, gives }: Source) => (onlyFor ?? gives).some((want) => missing.includes(want));
		const isOpen = (source: Source, kinds: readonly PersonKind[]) =>
			!answered.includes(source) && kinds.includes(source.needs);
		const reveals = (source: Source) =>
			source.reveals.some(
				(kind) => !known.includes(kind) && this.sources.some((other) => other.needs === kind && helps(other)),
			);
		return this.sources.filter((source) => isOpen(source, known) && (helps(source) || reveals(source)));
	}

	/** The possible outcomes of a lookup, with their probability. */
	outcomesOf(source: Source, situation: Situation): Array<{ share: number; tokens: number; then: Situation }> {
		const { missing } = situation;
		const given = missing.filter((want) => source.gives.includes(want));
		const chances = (given.length === 0 ? (['linkedinProfile'] as const) : given).map((want) =>
			this.chanceOf(source, want, situation),
		);
		const answered = [...situation.answered, source];
		const hit = (share: number, data: readonly WantName[]) => ({
			share,
			tokens: source.tokens + (data.includes('mobilePhone') ? source.phoneTokens : 0),
			then: {
				answered,
				known: [...new Set([...situation.known, ...source.reveals])],
				missing: missing.filter((want) => !data.includes(want)),
			},
		});
		const [least, most] = [Math.min(...chances), Math.max(...chances)];
		const likely = given.filter((want) => this.chanceOf(source, want, situation) === most);
		return [
			hit(least, given),
			hit(most - least, likely),
			{ share: 1 - most, tokens: 0, then: { ...situation, answered } },
		].filter(({ share }) => share > 0);
	}

	/** The expected cost if `choose` chooses the source for every situation. */
	cost(situation: Situation, choose: (useful: readonly Source[], situation: Situation) => Source): Cost {
		const useful = this.useful(situation);
		return useful.length === 0
			? FREE
			: this.costOf(choose(useful, situation), situation, (then) => this.cost(then, choose));
	}

	costOf(source: Source, situation: Situation, next: (then: Situation) => Cost): Cost {
		const total: Cost = { tokens: 0, requests: 1 / (source.tool.batch?.max ?? 1) };
		for (const { share, tokens, then } of this.outcomesOf(source, situation)) {
			const rest = next(then);
			total.tokens += share * (tokens + rest.tokens);
			total.requests += share * rest.requests;
		}
		return total;
	}

	private chanceOf(source: Source, want: WantName, { answered }: Situation): number {
		const isMade = source.madeFor.includes(want);
		return !isMade && answered.some(({ madeFor }) => madeFor.includes(want)) ? HIT_RATE / 5 : HIT_RATE;
	}
}

/** Returns the lowest expected cost of all ways to look up a row, also of those that are no fixed order. */
function lowestCosts(model: Model): (situation: Situation) => Cost {
	const costs = new Map<string, Cost>();
	const costOf = (situation: Situation): Cost => {
		const { answered, known, missing } = situation;
		const key = JSON.stringify([model.sources.map((one) => answered.includes(one)), [...known].sort(), missing]);
		const cost =
			costs.get(key) ??
			model
				.useful(situation)
				.map((one) => model.costOf(one, situation, costOf))
				.reduce(lower, NONE);
		costs.set(key, cost);
		return cost === NONE ? FREE : cost;
	};
	return costOf;
}

const NONE: Cost = { tokens: Infinity, requests: Infinity };
const near = (one: number, other: number) => Math.abs(one - other) < 1e-9;
const lower = (one: Cost, other: Cost): Cost => {
	if (near(one.tokens, other.tokens)) return other.requests < one.requests - 1e-9 ? other : one;
	return other.tokens < one.tokens ? other : one;
};

/** The expected cost of the planner's choices. */
function planned(model: Model): (situation: Situation) => Cost {
	const planner = new ToolPlanner(model.sources, new Prices());
	const choose = (_useful: readonly Source[], { answered, known, missing }: Situation): Source => {
		const states = model.sources.map((source): SourceState => {
			if (answered.includes(source)) return 'answered';
			return known.includes(source.needs) ? 'open' : 'waiting';
		});
		return model.sources[planner.next({ states, missing }) ?? -1];
	};
	return (situation) => model.cost(situation, choose);
}

const situationOf = (known: readonly PersonKind[], missing: readonly WantName[]): Situation => ({
	answered: [],
	known,
	missing,
});

describe('the planner', () => {
	const model = new Model(SOURCES);

	it('is not beaten by any of the 120 fixed orders for a row with a LinkedIn profile', () => {
		const byPlan = planned(model);
		const all = orders(SOURCES.filter(({ needs }) => needs === 'linkedin'));
		expect(all).toHaveLength(120);
		const beaten = WANTED.filter((wants) => {
			const situation = situationOf(['linkedin'], wants);
			const cost = byPlan(situation);
			return all.some((order) => {
				const fixed = model.cost(situation, (useful) => order.find((one) => useful.includes(one)) as Source);
				return lower(cost, fixed) !== cost;
			});
		});
		expect(beaten).toEqual([]);
	});

	it.each(STARTS.map((start) => [start.join(' and '), start] as const))(
		'has the lowest expected tokens, and of those the fewest requests, for all wants of a row with %s',
		(_name, start) => {
			const [byPlan, lowest] = [planned(model), lowestCosts(model)];
			const beaten = WANTED.filter((wants) => {
				const [cost, best] = [byPlan(situationOf(start, wants)), lowest(situationOf(start, wants))];
				return !near(cost.tokens, best.tokens) || !near(cost.requests, best.requests);
			});
			expect(beaten).toEqual([]);
		},
	);

	it('has the lowest expected tokens at any prices', () => {
		const sourcesWithPrices = fc.tuple(
			...SOURCES.map((source) =>
				fc
					.record({ tokens: fc.integer({ min: 1, max: 9 }), phoneTokens: fc.integer({ min: 0, max: 9 }) })
					.map((price): Source => ({ ...source, ...price })),
			),
		);
		fc.assert(
			fc.property(
				sourcesWithPrices,
				fc.constantFrom(...STARTS),
				fc.subarray(WANT_NAMES, { minLength: 1, maxLength: 3 }),
				(sources, start, wants) => {
					const priced = new Model(sources);
					const cost = planned(priced)(situationOf(start, wants));
					expect(cost.tokens).toBeCloseTo(lowestCosts(priced)(situationOf(start, wants)).tokens, 9);
				},
			),
			{ seed: 24, numRuns: 60 },
		);
	});
});

describe('the highest cost', () => {
	const stateOf = (known: readonly PersonKind[]) =>
		SOURCES.map(({ needs }): SourceState => (known.includes(needs) ? 'open' : 'waiting'));
	const maxCostOf = (known: PersonKind[], missing: WantName[], prices = new Prices()) =>
		new ToolPlanner(SOURCES, prices).maxCost({ states: stateOf(known), missing });

	it.each<[PersonKind[], WantName[], number]>([
		[['linkedin'], ['workEmail'], 1 + 2],
		[['linkedin'], ['workEmail', 'personalEmail'], 1 + 1 + 2],
		[['hem'], ['company'], 2 + 2],
		[['linkedin'], ['mobilePhone'], 1 + 7],
	])('of a row with %j that wants %j is at most %i tokens, if all tools hit without it', (known, missing, most) => {
		expect(maxCostOf(known, missing).tokens).toBe(most);
	});

	it('is based on listed prices only if the list has all tools of its choices, and no phone', () => {
		const prices = new Prices();
		prices.setListed(
			new Map([
				['linkedin_to_business_email', 2],
				['linkedin_to_business_profile', 4],
			]),
		);
		expect(maxCostOf(['linkedin'], ['workEmail'], prices)).toEqual({ tokens: 6, prices: 'listed' });
		expect(maxCostOf(['linkedin'], ['personalEmail'], prices).prices).toBe('assumed');
		expect(maxCostOf(['linkedin'], ['mobilePhone'], prices).prices).toBe('assumed');
	});
});

const sourceOf = (name: string) => SOURCES.find(({ tool }) => tool.name === name) as Source;
const PERSONAL = sourceOf('linkedin_to_best_personal_email_usa');
const WORK = sourceOf('linkedin_to_business_email');
const HEM = sourceOf('hem_to_business_profile');
const TO_LINKEDIN = sourceOf('email_to_linkedin');
const REVERSE = sourceOf('reverse_email_lookup');
const PROFILE = sourceOf('linkedin_to_business_profile');

/** The states of all sources: `closed` for those that are not named. */
const statesWith = (...named: Array<[Source, SourceState]>): SourceState[] =>
	SOURCES.map((source) => named.find(([one]) => one === source)?.[1] ?? 'closed');

const open = (source: Source): [Source, SourceState] => [source, 'open'];

/** The source that the planner chooses; null if none. */
function nextOf(states: SourceState[], missing: WantName[], sources = SOURCES, prices = new Prices()): string | null {
	const index = new ToolPlanner(sources, prices).next({ states, missing });
	return index === null ? null : sources[index].tool.name;
}

describe('a learned price', () => {
	it('changes the choice', () => {
		const prices = new Prices();
		const states = statesWith([PERSONAL, 'open'], [PROFILE, 'open']);
		expect(nextOf(states, ['personalEmail'], SOURCES, prices)).toBe(PERSONAL.tool.name);
		prices.learn(PERSONAL.tool, 'without', 9);
		expect(nextOf(states, ['personalEmail'], SOURCES, prices)).toBe(PROFILE.tool.name);
	});

	it('changes the choice and the highest cost of a planner that has made them', () => {
		const prices = new Prices();
		const planner = new ToolPlanner(SOURCES, prices);
		const plan = { states: statesWith([PERSONAL, 'open'], [PROFILE, 'open']), missing: ['personalEmail'] as const };
		const nextTool = () => SOURCES[planner.next(plan) ?? -1].tool.name;
		expect([nextTool(), planner.maxCost(plan).tokens]).toEqual([PERSONAL.tool.name, 3]);
		prices.learn(PERSONAL.tool, 'without', 9);
		expect([nextTool(), planner.maxCost(plan).tokens]).toEqual([PROFILE.tool.name, 11]);
	});

	it('applies only with or only without the phone', () => {
		const prices = new Prices();
		const next = () => nextOf(statesWith([HEM, 'open'], [PROFILE, 'open']), ['mobilePhone'], SOURCES, prices);
		expect(next()).toBe(HEM.tool.name);
		prices.learn(HEM.tool, 'with', 8);
		expect(next()).toBe(PROFILE.tool.name);
		prices.learn(PROFILE.tool, 'without', 4);
		expect(next()).toBe(HEM.tool.name);
	});
});

describe('prices are consulted', () => {
	it.each<[string, Array<[Source, SourceState]>, WantName[], boolean]>([
		['if a hit of one tool saves the other', [open(PERSONAL), open(PROFILE)], ['personalEmail'], true],
		[
			'if tools reveal what another needs',
			[open(TO_LINKEDIN), open(REVERSE), [WORK, 'waiting']],
			['company', 'workEmail'],
			true,
		],
		['not for one tool', [open(PERSONAL)], ['personalEmail'], false],
		['not for a tool per want', [open(PERSONAL), open(WORK)], ['personalEmail', 'workEmail'], false],
	])('%s', (_when, named, missing, isConsulted) => {
		const prices = new Prices();
		nextOf(statesWith(...named), missing, SOURCES, prices);
		expect(prices.areConsulted).toBe(isConsulted);
	});
});

describe('after the tool made for a want has answered without it', () => {
	it('a dearer tool for two wants is not preferred to a cheap one for the other want', () => {
		const cheap = statesWith([WORK, 'answered'], [PERSONAL, 'open'], [PROFILE, 'open']);
		expect(nextOf(cheap, ['personalEmail', 'workEmail'])).toBe(PERSONAL.tool.name);
		const failed = statesWith([WORK, 'closed'], [PERSONAL, 'open'], [PROFILE, 'open']);
		const sources = SOURCES.map((source) => (source === PROFILE ? { ...source, tokens: 1.5 } : source));
		expect(nextOf(failed, ['personalEmail', 'workEmail'], sources)).toBe(PROFILE.tool.name);
	});
});

describe('a tool that can provide only the phone', () => {
	/** Returns the next source if the other source of phones has this price. */
	const sameTokens = () => nextOf(statesWith([HEM, 'for_phone'], [PROFILE, 'open']), ['mobilePhone']);
	const nextAt = (tokens: number, ...missing: WantName[]) =>
		nextOf(
			statesWith([HEM, 'open'], [PROFILE, 'for_phone']),
			missing,
			SOURCES.map((source) => (source === HEM ? { ...source, tokens } : source)),
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

describe('if only the tools made for a want are used', () => {
	const sources = allowedSources('made_for_want', 'any');

	it.each<[string, SourceState, string | null]>([
		['asks the tool made for LinkedIn profiles', 'open', TO_LINKEDIN.tool.name],
		['does not try another one after its miss', 'answered', null],
	])('a row with an email that wants a work email %s', (_what, state, next) => {
		const states = statesWith([TO_LINKEDIN, state], open(REVERSE), [WORK, 'waiting']);
		expect(nextOf(states, ['workEmail'], sources)).toBe(next);
	});
});

it('the planner returns null if no data is missing, or if no source can provide it', () => {
	expect(nextOf(statesWith([PROFILE, 'open'], [WORK, 'open']), [])).toBeNull();
	expect(nextOf(statesWith([PERSONAL, 'open']), ['workEmail'])).toBeNull();
	expect(
		nextOf(
			SOURCES.map(() => 'waiting' as const),
			[...WANT_NAMES],
		),
	).toBeNull();
});
