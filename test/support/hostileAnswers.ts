import fc from 'fast-check';
import { ECHO_NAMES } from './batchReplies';
import { nested } from './nested';

/** Profiles and how they may be spelled: told apart here by hand, so that no reader of the node says who is meant. */
const spelled = (slug: string, ...more: string[]): [string, string[]] => [
	slug,
	[
		`https://www.linkedin.com/in/${slug}`,
		`http://uk.linkedin.com/in/${slug}/?trk=x`,
		`LINKEDIN.COM/IN/${slug.toUpperCase()}`,
		`in/${slug}`,
		...more,
	],
];

const PEOPLE = new Map([
	spelled('ada-example', 'ada-example', 'Ada-EXAMPLE '),
	spelled('bob-example', 'bob-example'),
	spelled('__proto__'),
	spelled('constructor', 'constructor'),
	spelled('cleo-example', 'cleo-example'),
	spelled('dora-example'),
]);
const SLUGS = [...PEOPLE.keys()];
const SPELLINGS = [...PEOPLE.values()].flat();
const BY_SPELLING = new Map(
	[...PEOPLE].flatMap(([slug, spellings]) => spellings.map((spelling): [string, string] => [spelling, slug])),
);

/** Who may be asked; the others are strangers. */
export const ASKED: readonly string[] = SLUGS.slice(0, 4);

export const ownersAddress = (slug: string) => `https://www.linkedin.com/in/${slug}`;

/** Stands for a number that JSON can write and JavaScript can't hold. */
const BEYOND = 'beyond all numbers';

/** A value as it arrives: written as JSON and read again, with the number that becomes Infinity. */
const received = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(`"${BEYOND}"`, '1e999'));

const ODDITIES: readonly unknown[] = [
	...[null, true, false, 0, -1, 42, 1.5, 1e308, BEYOND, [], {}],
	...[
		'',
		' ',
		'0',
		'42',
		'-1',
		'1e999',
		'NaN',
		'null',
		'unlimited',
		'ok',
		'not_found',
		'OK',
		'insufficient_tokens',
		'rate_limited',
	],
	...[
		'\0',
		'\ud800',
		'a\udc00b',
		'\u202egnp.exe',
		'=1+1',
		'<script>alert(1)</script>',
		'somebody@example.net',
		'0123456789abcdef0123456789abcdef',
	],
	...['2030-01-01T00:00:00Z', '+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z'],
];

const CONTRACT_NAMES = [
	...[
		'results',
		'status',
		'metadata',
		'error',
		'code',
		'message',
		'data',
		'result',
		'input',
		'linkedin_url',
		'url',
		'slug',
		'email',
		'md5',
	],
	...[
		'fair_use',
		'records_remaining_5h',
		'records_reset_5h',
		'tokens_charged',
		'tokens_remaining',
		'retry_after',
		'personal_emails',
		'company',
		'mobile_phone',
	],
	...['work_email_confirmed', 'title', 'linkedinurl', 'company_revenue', 'risk_score', 'last_validated_at'],
];
const INHERITED_NAMES = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'valueOf',
	'toJSON',
	'hasOwnProperty',
	'length',
	'0',
	'',
	'then',
];

const names = fc.constantFrom(...CONTRACT_NAMES, ...INHERITED_NAMES);

/** An object with these fields; `__proto__` is one like any other. */
const objectOf = (fields: ReadonlyArray<readonly [string, unknown]>): Record<string, unknown> =>
	Object.fromEntries(fields);

/** Any JSON, most of it of words that the contract knows. */
const { odd } = fc.letrec<{ odd: unknown }>((tie) => ({
	odd: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		fc.constantFrom<unknown>(...ODDITIES, ...SPELLINGS),
		fc.jsonValue({ maxDepth: 1 }),
		fc.array(tie('odd'), { maxLength: 3 }),
		fc.array(fc.tuple(names, tie('odd')), { maxLength: 5 }).map(objectOf),
		fc.nat(90).map((depth) => nested(depth, 1)),
	),
}));

export const oddJson = odd.map(received);

const echoes = fc.tuple(
	fc.constantFrom('input', 'input', 'linkedin_url', 'url', 'slug', 'Input'),
	fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom<unknown>(...SPELLINGS) },
		{
			weight: 1,
			arbitrary: fc
				.constantFrom(...SPELLINGS)
				.map((linkedin_url) => ({ linkedin_url, include_mobile_phone: false })),
		},
		{
			weight: 1,
			arbitrary: fc
				.constantFrom(...ASKED.keys())
				.map((most) => ({ linkedin_urls: ASKED.slice(0, most + 1).map(ownersAddress) })),
		},
		{ weight: 1, arbitrary: odd },
	),
);

const statuses = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom<unknown>('ok', 'ok', 'not_found') },
	{ weight: 1, arbitrary: odd },
);

/** A row of a batch, made for the place where it will stand. */
type Row = (place: number) => unknown;

const markedRows: fc.Arbitrary<Row> = fc
	.record({
		echoes: fc.oneof(
			{ weight: 6, arbitrary: echoes.map((one) => [one]) },
			{ weight: 1, arbitrary: fc.array(echoes, { maxLength: 3 }) },
		),
		status: fc.option(statuses, { freq: 2, nil: undefined }),
		nesting: fc.constantFrom('inline', 'data', 'result', 'results'),
		besides: fc.oneof(
			{ weight: 2, arbitrary: fc.constant([]) },
			{ weight: 1, arbitrary: fc.array(fc.tuple(names, odd), { maxLength: 3 }) },
		),
	})
	.map(({ echoes: told, status, nesting, besides }) => (place) => {
		const payload: Array<readonly [string, unknown]> = [
			['email', `mark-${place}@example.net`],
			['risk_score', 'A'],
		];
		const content = nesting === 'inline' ? payload : [[nesting, objectOf(payload)] as const];
		return objectOf([
			...besides,
			...told,
			...(status === undefined ? [] : [['status', status] as const]),
			...content,
		]);
	});

const rows: fc.Arbitrary<Row> = fc.oneof(
	{ weight: 9, arbitrary: markedRows },
	{ weight: 1, arbitrary: odd.map((value) => () => value) },
);

const lists = fc.array(rows, { maxLength: 8 }).map((all) => all.map((row, place) => row(place)));
/** Rows that say nothing of whom they answer. */
const mutes = fc
	.array(fc.constantFrom<unknown>('A', 'B', null), { minLength: 1, maxLength: 5 })
	.map((grades) => grades.map((grade, place) => ({ email: `mark-${place}@example.net`, risk_score: grade })));
const keyed = fc
	.array(
		fc.tuple(
			fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...SPELLINGS) }, { weight: 1, arbitrary: names }),
			rows,
		),
		{ maxLength: 8 },
	)
	.map((all) => objectOf(all.map(([key, row], place) => [key, row(place)] as const)));

const results = fc.oneof(
	{ weight: 6, arbitrary: lists },
	{ weight: 1, arbitrary: mutes },
	{ weight: 3, arbitrary: keyed },
	{ weight: 2, arbitrary: rows.map((row) => row(0)) },
	{ weight: 1, arbitrary: odd },
);

const errors = fc.oneof(
	odd,
	fc.record({ code: odd, message: odd }),
	fc.constant({ code: 'insufficient_tokens', message: 'Some items were dropped' }),
);

const envelopes = fc
	.record({
		results: fc.option(results, { freq: 12, nil: undefined }),
		status: fc.option(statuses, { freq: 6, nil: undefined }),
		metadata: fc.option(odd, { nil: undefined }),
		error: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: errors }),
		besides: fc.oneof(
			{ weight: 4, arbitrary: fc.constant([]) },
			{ weight: 1, arbitrary: fc.array(fc.tuple(names, odd), { maxLength: 3 }) },
		),
	})
	.map(({ besides, ...told }) =>
		objectOf([...besides, ...Object.entries(told).filter(([, value]) => value !== undefined)]),
	);

/** A reply of any status with any body, most of them shaped nearly as the contract has it. */
export const hostileReplies = fc.record({
	status: fc.oneof(
		{ weight: 8, arbitrary: fc.constant(200) },
		{ weight: 1, arbitrary: fc.constantFrom(201, 204, 400, 401, 402, 403, 404, 408, 422, 429, 500, 503, 600) },
	),
	body: fc.oneof({ weight: 12, arbitrary: envelopes }, { weight: 1, arbitrary: odd }).map(received),
});

const ownField = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, name)
		? (value as Record<string, unknown>)[name]
		: undefined;

/** Every text and number in an echo, which may be wrapped in any way. */
const partsOf = (echo: unknown): unknown[] =>
	typeof echo === 'object' && echo !== null ? Object.values(echo).flatMap(partsOf) : [echo];
const isTold = (echo: unknown) =>
	partsOf(echo).some((part) => (typeof part === 'string' && part !== '') || Number.isFinite(part));
const personIn = (echo: unknown) => (typeof echo === 'string' ? BY_SPELLING.get(echo) : undefined);
const marksIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(/mark-\d+@/g) ?? [];

/**
 * What in a body forbids that a profile is answered with these results; null where nothing does. A row belongs to whom it is keyed by and
 * echoes, which must not be two; where it has neither, to whom was asked at its place, where as many were asked.
 */
export function objection(body: unknown, given: unknown, slug: string, asked: readonly string[]): string | null {
	const whole = ownField(body, 'results');
	if (asked.length === 1 && !Array.isArray(whole)) {
		const echo = ownField(whole, 'input');
		return objectionTo(personIn(echo) ?? personIn(ownField(echo, 'linkedin_url')) ?? slug, slug);
	}
	const [mark] = marksIn(given);
	if (mark === undefined) return null;
	const entryIn = (part: unknown) =>
		Object.entries(part as object).find(([, one]) => marksIn(one).includes(mark)) as [string, unknown];
	const isWrapped = !Array.isArray(whole) && !asked.includes(personIn(entryIn(whole)[0]) ?? '');
	const rows = isWrapped ? entryIn(whole)[1] : whole;
	const [key, row] = entryIn(rows);
	const namedBy = (echo: unknown) =>
		new Set(
			partsOf(echo)
				.map(personIn)
				.filter((one) => one !== undefined && asked.includes(one)),
		);
	const objectionToEcho = (echo: unknown) => {
		const named = namedBy(echo);
		return named.size === 1 ? objectionTo([...named][0], slug) : 'the row names nobody, or several who were asked';
	};
	const parts = [row, ...['data', 'result', 'results'].map((name) => ownField(row, name))];
	const input = parts.map((part) => ownField(part, 'input')).filter(isTold);
	// The whole batch as it was asked stands in every row alike, and tells nothing of this one.
	const isTelling = input.length > 0 && (asked.length === 1 || [...namedBy(input)].join() !== asked.join());
	if (isTelling && objectionToEcho(input) !== null) return objectionToEcho(input);
	if (!Array.isArray(rows)) return objectionTo(personIn(key), slug);
	if (isTelling) return null;
	const others = parts.flatMap((part) => ECHO_NAMES.map((name) => ownField(part, name))).filter(isTold);
	if (others.length > 0) return objectionToEcho(others);
	return asked.length === 1 && rows.length === 1 ? null : 'the row names nobody';
}

const objectionTo = (owner: string | undefined, slug: string) =>
	owner === slug ? null : `the row is ${owner ?? 'nobody'}'s, not ${slug}'s`;
