import fc from 'fast-check';
import { SOURCES, type PersonKind, type Source } from '../../../nodes/IdentityResolution/api/person/sources';
import { WANT_NAMES, type WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import { ToolPlanner } from '../../../nodes/IdentityResolution/run/resolve/toolPlanner';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/prices';
import { hit, MISS, resolveRow, type Service } from '../../support/resolving';

const subsets = <T>(all: readonly T[]): T[][] =>
	Array.from({ length: 2 ** all.length }, (_, mask) => all.filter((_one, index) => mask & (1 << index)));
const orders = <T>(all: readonly T[]): T[][] =>
	all.length === 0
		? [[]]
		: all.flatMap((one) => orders(all.filter((other) => other !== one)).map((rest) => [one, ...rest]));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const KINDS: readonly PersonKind[] = ['linkedin', 'email', 'hem'];
const STARTS = subsets(KINDS).filter(({ length }) => length > 0);
const WANTED = subsets(WANT_NAMES).filter(({ length }) => length > 0);

/** Returns every pattern of hits and misses, as the sources that hit. A hit returns all data of its source. */
const patternsOf = (sources: readonly Source[]) => subsets(sources).map((hits) => new Set(hits));

const serviceOf =
	(hits: ReadonlySet<Source>): Service =>
	(source, phone) =>
		hits.has(source) ? hit(source, source.gives, phone) : MISS;

/**
 * Returns the price of a fixed order for a pattern, without any code of the node. Each lookup uses the first source of
 * the order that has its identifier and can return missing data, or an identifier for a source that can.
 */
function costOfOrder(
	order: readonly Source[],
	start: readonly PersonKind[],
	wants: readonly WantName[],
	hits: ReadonlySet<Source>,
): number {
	const known = new Set<PersonKind>(start.includes('email') ? [...start, 'hem'] : start);
	const used = new Set<Source>();
	let missing = wants;
	let tokens = 0;
	const isUseful = (source: Source, kinds: ReadonlySet<PersonKind>, done: ReadonlySet<Source>): boolean => {
		if (done.has(source) || !kinds.has(source.needs)) return false;
		if (source.gives.some((want) => missing.includes(want))) return true;
		const fresh = source.reveals.filter((kind) => !kinds.has(kind));
		const revealed = new Set([...kinds, ...fresh]);
		return order.some(
			(other) => fresh.includes(other.needs) && isUseful(other, revealed, new Set([...done, source])),
		);
	};
	for (;;) {
		const source = order.find((one) => isUseful(one, known, used));
		if (source === undefined) return tokens;
		used.add(source);
		if (!hits.has(source)) continue;
		tokens +=
			source.tokens +
			(missing.includes('mobilePhone') && source.gives.includes('mobilePhone') ? source.phoneTokens : 0);
		for (const kind of source.reveals) known.add(kind);
		missing = missing.filter((want) => !source.gives.includes(want));
	}
}

/** Returns the prices of the planner and of every fixed order, by pattern. */
function compare(sources: readonly Source[], start: readonly PersonKind[], wants: readonly WantName[]) {
	const patterns = patternsOf(sources);
	return {
		planned: patterns.map((hits) => resolveRow(start, wants, serviceOf(hits), sources).tokens),
		fixed: orders(sources).map((order) => patterns.map((hits) => costOfOrder(order, start, wants, hits))),
	};
}

const dominates = (one: readonly number[], other: readonly number[]) =>
	one.every((tokens, pattern) => tokens <= other[pattern]);

describe('the planner, compared with all 24 fixed orders over all 16 patterns of hits at declared prices,', () => {
	const cases = STARTS.flatMap((start) =>
		WANTED.map((wants) => ({ start, wants, ...compare(SOURCES, start, wants) })),
	);
	const best = cases.filter(({ planned, fixed }) => fixed.every((one) => dominates(planned, one)));

	it('spends no more tokens in total than any fixed order in all 217 cases', () => {
		expect(cases).toHaveLength(217);
		expect(cases.filter(({ planned, fixed }) => fixed.some((one) => sum(one) < sum(planned)))).toEqual([]);
	});

	it('spends no more tokens for each pattern than any fixed order in 193 cases', () => {
		expect(best).toHaveLength(193);
	});

	it('is not beaten by one fixed order for every pattern in the other 24 cases', () => {
		const others = cases.filter((one) => !best.includes(one));
		expect(
			others.filter(({ fixed }) => fixed.some((one) => fixed.every((other) => dominates(one, other)))),
		).toEqual([]);
		expect(
			others.every(
				({ start, wants }) =>
					!start.includes('linkedin') && start.includes('email') && wants.includes('mobilePhone'),
			),
		).toBe(true);
	});
});

const sourcesWithPrices = fc.tuple(
	...SOURCES.map((source) =>
		fc
			.record({ tokens: fc.integer({ min: 1, max: 9 }), phoneTokens: fc.integer({ min: 0, max: 9 }) })
			.map((price): Source => ({ ...source, ...price })),
	),
);

it('the planner spends no more tokens in total than any fixed order at any prices', () => {
	fc.assert(
		fc.property(
			sourcesWithPrices,
			fc.constantFrom(...STARTS),
			fc.constantFrom(...WANTED),
			(sources, start, wants) => {
				const { planned, fixed } = compare(sources, start, wants);
				expect(Math.min(...fixed.map(sum))).toBeGreaterThanOrEqual(sum(planned));
			},
		),
		{ numRuns: 300 },
	);
});

describe('a more expensive tool that covers two wants', () => {
	const allHits: Service = (source, phone) => hit(source, source.gives, phone);
	const [bestEmail, byEmail, , byLinkedin] = SOURCES;
	const pricedAt = (tokens: number) =>
		SOURCES.map((source) => (source === byLinkedin ? { ...source, tokens } : source));

	it.each<[string, PersonKind[], WantName[], readonly Source[], Source[]]>([
		['is the only lookup if it covers both', ['linkedin'], ['personalEmail', 'profile'], SOURCES, [byLinkedin]],
		[
			'is the only lookup if no other tool covers one of them',
			['linkedin'],
			['personalEmail', 'workEmail'],
			pricedAt(9),
			[byLinkedin],
		],
		[
			'is not used if two cheaper tools cost less together',
			['linkedin', 'email'],
			['personalEmail', 'profile'],
			pricedAt(9),
			[bestEmail, byEmail],
		],
		[
			'is used if two cheaper tools cost more together',
			['linkedin', 'email'],
			['personalEmail', 'profile'],
			pricedAt(1.5),
			[byLinkedin],
		],
		['is not used if a cheaper tool covers the only want', ['linkedin'], ['personalEmail'], SOURCES, [bestEmail]],
	])('%s', (_says, start, wants, sources, tools) => {
		expect(resolveRow(start, wants, allHits, sources).lookups).toEqual(tools.map(({ tool }) => tool.name));
	});
});

describe('a learned price', () => {
	const state = {
		states: SOURCES.map(({ needs }) => (needs === 'linkedin' ? ('open' as const) : ('closed' as const))),
		missing: ['personalEmail', 'profile'] as const,
	};

	it('changes the choice', () => {
		const prices = new Prices();
		const planner = new ToolPlanner(SOURCES, prices);
		const wants = { ...state, missing: ['personalEmail'] as const };
		expect(planner.next(wants)).toBe(0);
		prices.learn(SOURCES[0].tool, 'without', 7);
		expect(planner.next(wants)).toBe(3);
	});

	it('applies only with or only without the phone', () => {
		const prices = new Prices();
		const planner = new ToolPlanner(SOURCES, prices);
		const wants = {
			states: SOURCES.map(({ gives }) =>
				gives.includes('mobilePhone') ? ('open' as const) : ('closed' as const),
			),
			missing: ['mobilePhone'] as const,
		};
		expect(planner.next(wants)).toBe(2);
		prices.learn(SOURCES[2].tool, 'with', 8);
		expect(planner.next(wants)).toBe(3);
		prices.learn(SOURCES[3].tool, 'without', 4);
		expect(planner.next(wants)).toBe(2);
	});
});

describe('a tool that can provide only the phone', () => {
	const [, , byHem, byLinkedin] = SOURCES;
	/** Returns the next source if the other source of phones has this price. */
	const nextAt = (tokens: number, ...missing: WantName[]) => {
		const sources = SOURCES.map((source) => (source === byHem ? { ...source, tokens } : source));
		const index = new ToolPlanner(sources, new Prices()).next({
			states: ['closed', 'closed', 'open', 'for_phone'],
			missing,
		});
		return index === null ? null : SOURCES[index];
	};

	it('is used first if it is cheaper', () => {
		expect(nextAt(2, 'mobilePhone')).toBe(byHem);
		expect(nextAt(3, 'mobilePhone')).toBe(byLinkedin);
	});

	it('is not used before a tool that also provides other missing data', () => {
		expect(nextAt(3, 'company', 'mobilePhone')).toBe(byHem);
	});

	it('is not used if the phone is not missing', () => {
		expect(
			new ToolPlanner(SOURCES, new Prices()).next({
				states: ['closed', 'closed', 'closed', 'for_phone'],
				missing: ['company'],
			}),
		).toBeNull();
	});
});

it('the planner returns null if no data is missing, or if no source can provide it', () => {
	const planner = new ToolPlanner(SOURCES, new Prices());
	expect(planner.next({ states: SOURCES.map(() => 'open'), missing: [] })).toBeNull();
	expect(planner.next({ states: ['closed', 'open', 'closed', 'closed'], missing: ['workEmail'] })).toBeNull();
	expect(planner.next({ states: ['waiting', 'waiting', 'waiting', 'waiting'], missing: [...WANT_NAMES] })).toBeNull();
});
