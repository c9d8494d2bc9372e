import fc from 'fast-check';
import { SOURCES, type PersonKind, type Source } from '../../../nodes/IdentityResolution/api/person/sources';
import { WANT_NAMES, type WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import { ToolPlanner } from '../../../nodes/IdentityResolution/run/resolve/toolPlanner';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/prices';
import { hit, MISS, walk, type World } from '../../support/resolving';

const subsets = <T>(all: readonly T[]): T[][] =>
	Array.from({ length: 2 ** all.length }, (_, mask) => all.filter((_one, place) => mask & (1 << place)));
const orders = <T>(all: readonly T[]): T[][] =>
	all.length === 0
		? [[]]
		: all.flatMap((one) => orders(all.filter((other) => other !== one)).map((rest) => [one, ...rest]));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const KINDS: readonly PersonKind[] = ['linkedin', 'email', 'hem'];
const STARTS = subsets(KINDS).filter(({ length }) => length > 0);
const AIMS = subsets(WANT_NAMES).filter(({ length }) => length > 0);

/** Every pattern of hits and misses: which sources have the person. A hit brings all that its source gives. */
const worldsOf = (sources: readonly Source[]) => subsets(sources).map((hits) => new Set(hits));

const worldOf =
	(hits: ReadonlySet<Source>): World =>
	(source, phone) =>
		hits.has(source) ? hit(source, source.gives, phone) : MISS;

/**
 * What a fixed order costs in a world, worked out without any code of the node: each time, the first source of the order is asked
 * that can be, and that can bring something missing or an identifier that leads to it.
 */
function costOfOrder(
	order: readonly Source[],
	start: readonly PersonKind[],
	wants: readonly WantName[],
	hits: ReadonlySet<Source>,
): number {
	const known = new Set<PersonKind>(start.includes('email') ? [...start, 'hem'] : start);
	const asked = new Set<Source>();
	let missing = wants;
	let tokens = 0;
	const isUseful = (source: Source, kinds: ReadonlySet<PersonKind>, done: ReadonlySet<Source>): boolean => {
		if (done.has(source) || !kinds.has(source.needs)) return false;
		if (source.gives.some((want) => missing.includes(want))) return true;
		const fresh = source.reveals.filter((kind) => !kinds.has(kind));
		const more = new Set([...kinds, ...fresh]);
		return order.some((other) => fresh.includes(other.needs) && isUseful(other, more, new Set([...done, source])));
	};
	for (;;) {
		const source = order.find((one) => isUseful(one, known, asked));
		if (source === undefined) return tokens;
		asked.add(source);
		if (!hits.has(source)) continue;
		tokens +=
			source.tokens +
			(missing.includes('mobilePhone') && source.gives.includes('mobilePhone') ? source.phoneTokens : 0);
		for (const kind of source.reveals) known.add(kind);
		missing = missing.filter((want) => !source.gives.includes(want));
	}
}

/** Ours and every fixed order's cost, world by world. */
function compare(sources: readonly Source[], start: readonly PersonKind[], wants: readonly WantName[]) {
	const worlds = worldsOf(sources);
	return {
		ours: worlds.map((hits) => walk(start, wants, worldOf(hits), sources).tokens),
		fixed: orders(sources).map((order) => worlds.map((hits) => costOfOrder(order, start, wants, hits))),
	};
}

const dominates = (one: readonly number[], other: readonly number[]) =>
	one.every((tokens, world) => tokens <= other[world]);

describe('the declared tools and prices, in all 217 situations, all 24 fixed orders and all 16 patterns of hits', () => {
	const situations = STARTS.flatMap((start) =>
		AIMS.map((wants) => ({ start, wants, ...compare(SOURCES, start, wants) })),
	);
	const best = situations.filter(({ ours, fixed }) => fixed.every((one) => dominates(ours, one)));

	it('are asked so that no fixed order would have spent fewer tokens over all patterns', () => {
		expect(situations).toHaveLength(217);
		expect(situations.filter(({ ours, fixed }) => fixed.some((one) => sum(one) < sum(ours)))).toEqual([]);
	});

	it('are asked so that no fixed order would have spent fewer tokens in any pattern, in 193 of them', () => {
		expect(best).toHaveLength(193);
	});

	it('have no fixed order that is the best in every pattern in the other 24', () => {
		const others = situations.filter((situation) => !best.includes(situation));
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

const priced = fc.tuple(
	...SOURCES.map((source) =>
		fc
			.record({ tokens: fc.integer({ min: 1, max: 9 }), phoneTokens: fc.integer({ min: 0, max: 9 }) })
			.map((price): Source => ({ ...source, ...price })),
	),
);

it('asks at any prices so that no fixed order would have spent fewer tokens over all patterns', () => {
	fc.assert(
		fc.property(priced, fc.constantFrom(...STARTS), fc.constantFrom(...AIMS), (sources, start, wants) => {
			const { ours, fixed } = compare(sources, start, wants);
			expect(Math.min(...fixed.map(sum))).toBeGreaterThanOrEqual(sum(ours));
		}),
		{ numRuns: 300 },
	);
});

describe('one dearer tool that covers two wants', () => {
	const everyone: World = (source, phone) => hit(source, source.gives, phone);
	const [bestEmail, byEmail, , byLinkedin] = SOURCES;
	const at = (tokens: number) => SOURCES.map((source) => (source === byLinkedin ? { ...source, tokens } : source));

	it.each<[string, PersonKind[], WantName[], readonly Source[], Source[]]>([
		['is asked alone where it covers both', ['linkedin'], ['personalEmail', 'profile'], SOURCES, [byLinkedin]],
		[
			'is asked alone where it is the only one for the other',
			['linkedin'],
			['personalEmail', 'workEmail'],
			at(9),
			[byLinkedin],
		],
		[
			'is left out where two cheaper ones cost less together',
			['linkedin', 'email'],
			['personalEmail', 'profile'],
			at(9),
			[bestEmail, byEmail],
		],
		[
			'is asked where two cheaper ones cost more together',
			['linkedin', 'email'],
			['personalEmail', 'profile'],
			at(1.5),
			[byLinkedin],
		],
		['is left out where a cheaper one covers the only want', ['linkedin'], ['personalEmail'], SOURCES, [bestEmail]],
	])('%s', (_case, start, wants, sources, tools) => {
		expect(walk(start, wants, everyone, sources).asked).toEqual(tools.map(({ tool }) => tool.name));
	});
});

describe('prices that replies told', () => {
	const position = {
		states: SOURCES.map(({ needs }) => (needs === 'linkedin' ? ('open' as const) : ('closed' as const))),
		missing: ['personalEmail', 'profile'] as const,
	};

	it('count from then on', () => {
		const prices = new Prices();
		const cheapest = new ToolPlanner(SOURCES, prices);
		const wants = { ...position, missing: ['personalEmail'] as const };
		expect(cheapest.next(wants)).toBe(0);
		prices.learn(SOURCES[0].tool, 'without', 7);
		expect(cheapest.next(wants)).toBe(3);
	});

	it('are told with the phone and without, each for itself', () => {
		const prices = new Prices();
		const cheapest = new ToolPlanner(SOURCES, prices);
		const wants = {
			states: SOURCES.map(({ gives }) =>
				gives.includes('mobilePhone') ? ('open' as const) : ('closed' as const),
			),
			missing: ['mobilePhone'] as const,
		};
		expect(cheapest.next(wants)).toBe(2);
		prices.learn(SOURCES[2].tool, 'with', 8);
		expect(cheapest.next(wants)).toBe(3);
		prices.learn(SOURCES[3].tool, 'without', 4);
		expect(cheapest.next(wants)).toBe(2);
	});
});

describe('a tool that can still be asked for the phone alone', () => {
	const [, , byHem, byLinkedin] = SOURCES;
	/** Where the other one that gives phones costs so much. */
	const at = (tokens: number, ...missing: WantName[]) => {
		const sources = SOURCES.map((source) => (source === byHem ? { ...source, tokens } : source));
		const place = new ToolPlanner(sources, new Prices()).next({
			states: ['closed', 'closed', 'open', 'for_phone'],
			missing,
		});
		return place === null ? null : SOURCES[place];
	};

	it('is asked first where that is cheaper: it may bring the phone', () => {
		expect(at(2, 'mobilePhone')).toBe(byHem);
		expect(at(3, 'mobilePhone')).toBe(byLinkedin);
	});

	it('brings nothing else, so that it comes after one that brings the rest as well', () => {
		expect(at(3, 'company', 'mobilePhone')).toBe(byHem);
	});

	it('is not asked where the phone is not missing', () => {
		expect(
			new ToolPlanner(SOURCES, new Prices()).next({
				states: ['closed', 'closed', 'closed', 'for_phone'],
				missing: ['company'],
			}),
		).toBeNull();
	});
});

it('asks nobody where nothing is missing, or nobody can bring it', () => {
	const cheapest = new ToolPlanner(SOURCES, new Prices());
	expect(cheapest.next({ states: SOURCES.map(() => 'open'), missing: [] })).toBeNull();
	expect(cheapest.next({ states: ['closed', 'open', 'closed', 'closed'], missing: ['workEmail'] })).toBeNull();
	expect(
		cheapest.next({ states: ['waiting', 'waiting', 'waiting', 'waiting'], missing: [...WANT_NAMES] }),
	).toBeNull();
});
