import fc from 'fast-check';
import { ECHO_NAMES } from './batchReplies';
import { nested } from './nested';

/** A slug and its spellings. The list is explicit, so that the tests do not depend on the node's own parser. */
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
	spelled('__proto__', '__proto__'),
	spelled('constructor', 'constructor'),
	spelled('cleo-example', 'cleo-example'),
	spelled('dora-example'),
]);
const SLUGS = [...PEOPLE.keys()];
const SPELLINGS = [...PEOPLE.values()].flat();
const SLUG_BY_SPELLING = new Map(
	[...PEOPLE].flatMap(([slug, spellings]) => spellings.map((spelling): [string, string] => [spelling, slug])),
);

/** The slugs that a test may request. */
export const REQUESTED: readonly string[] = SLUGS.slice(0, 4);

export const profileUrl = (slug: string) => `https://www.linkedin.com/in/${slug}`;

/** A placeholder for a number that is valid JSON, but too large for JavaScript. */
const TOO_LARGE = 'too large';

/** The value after a JSON round trip. The placeholder becomes Infinity. */
const received = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(`"${TOO_LARGE}"`, '1e999'));

const ODDITIES: readonly unknown[] = [
	...[null, true, false, 0, -1, 42, 1.5, 1e308, TOO_LARGE, [], {}],
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

/** An object with these own fields, which may include `__proto__`. */
const objectOf = (fields: ReadonlyArray<readonly [string, unknown]>): Record<string, unknown> =>
	Object.fromEntries(fields);

/** Any JSON, mostly with names and values of the contract. */
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
				.constantFrom(...REQUESTED.keys())
				.map((last) => ({ linkedin_urls: REQUESTED.slice(0, last + 1).map(profileUrl) })),
		},
		{ weight: 1, arbitrary: odd },
	),
);

const statuses = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom<unknown>('ok', 'ok', 'not_found') },
	{ weight: 1, arbitrary: odd },
);

/** Creates the row for an index of the list. */
type Row = (place: number) => unknown;

const markedRows: fc.Arbitrary<Row> = fc
	.record({
		echoes: fc.oneof(
			{ weight: 6, arbitrary: echoes.map((one) => [one]) },
			{ weight: 1, arbitrary: fc.array(echoes, { maxLength: 3 }) },
		),
		status: fc.option(statuses, { freq: 2, nil: undefined }),
		nesting: fc.constantFrom('inline', 'data', 'result', 'results'),
		others: fc.oneof(
			{ weight: 2, arbitrary: fc.constant([]) },
			{ weight: 1, arbitrary: fc.array(fc.tuple(names, odd), { maxLength: 3 }) },
		),
	})
	.map(({ echoes: ownEchoes, status, nesting, others }) => (place) => {
		const payload: Array<readonly [string, unknown]> = [
			['email', `mark-${place}@example.net`],
			['risk_score', 'A'],
		];
		const content = nesting === 'inline' ? payload : [[nesting, objectOf(payload)] as const];
		return objectOf([
			...others,
			...ownEchoes,
			...(status === undefined ? [] : [['status', status] as const]),
			...content,
		]);
	});

const rows: fc.Arbitrary<Row> = fc.oneof(
	{ weight: 9, arbitrary: markedRows },
	{ weight: 1, arbitrary: odd.map((value) => () => value) },
);

const lists = fc.array(rows, { maxLength: 8 }).map((all) => all.map((row, place) => row(place)));
/** Rows that do not identify their input. */
const rowsWithoutEcho = fc
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
	{ weight: 1, arbitrary: rowsWithoutEcho },
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
		others: fc.oneof(
			{ weight: 4, arbitrary: fc.constant([]) },
			{ weight: 1, arbitrary: fc.array(fc.tuple(names, odd), { maxLength: 3 }) },
		),
	})
	.map(({ others, ...fields }) =>
		objectOf([...others, ...Object.entries(fields).filter(([, value]) => value !== undefined)]),
	);

/** Replies with any status and body, mostly similar to those of the contract. */
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

/** Every value in an echo, at any depth. */
const partsOf = (echo: unknown): unknown[] =>
	typeof echo === 'object' && echo !== null ? Object.values(echo).flatMap(partsOf) : [echo];
const hasValue = (echo: unknown) =>
	partsOf(echo).some((part) => (typeof part === 'string' && part !== '') || Number.isFinite(part));
const personIn = (echo: unknown) => (typeof echo === 'string' ? SLUG_BY_SPELLING.get(echo) : undefined);
const marksIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(/mark-\d+@/g) ?? [];

/**
 * Why a body does not prove that these results belong to a slug; null if it does. The key and the echo of a row
 * must identify the slug. A row without both is only certain if it is the only row for a single lookup.
 */
export function mismatch(body: unknown, answered: unknown, slug: string, requested: readonly string[]): string | null {
	const whole = ownField(body, 'results');
	const only: unknown = Array.isArray(whole) && whole.length === 1 ? whole[0] : whole;
	if (requested.length === 1 && !Array.isArray(only)) {
		const owners = payloadsOf(only).flatMap((part) => partsOf(ownField(part, 'input')).map(personIn));
		return owners.includes(slug) ? null : ownerMismatch(owners.find((one) => one !== undefined) ?? slug, slug);
	}
	if (requested.length === 1 && Array.isArray(whole) && Array.isArray(answered)) {
		const owners = whole.flatMap((row: unknown) =>
			payloadsOf(row).flatMap((part) => ['input', ...ECHO_NAMES].map((name) => personIn(ownField(part, name)))),
		);
		return owners.some((one) => one !== undefined && one !== slug) ? 'the list names somebody else' : null;
	}
	const [mark] = marksIn(answered);
	if (mark === undefined) return null;
	const entryIn = (part: unknown) =>
		Object.entries(part as object).find(([, one]) => marksIn(one).includes(mark)) as [string, unknown];
	const isWrapped = !Array.isArray(whole) && !requested.includes(personIn(entryIn(whole)[0]) ?? '');
	const rows = isWrapped ? entryIn(whole)[1] : whole;
	const [key, row] = entryIn(rows);
	const namedBy = (echo: unknown) =>
		new Set(
			partsOf(echo)
				.map(personIn)
				.filter((one) => one !== undefined && requested.includes(one)),
		);
	const echoMismatch = (echo: unknown) => {
		const named = namedBy(echo);
		return named.size === 1 ? ownerMismatch([...named][0], slug) : 'the row names no requested slug, or several';
	};
	const parts = payloadsOf(row);
	const input = parts.map((part) => ownField(part, 'input')).filter(hasValue);
	// An echo of the whole batch is the same in every row and identifies none.
	const identifiesRow =
		input.length > 0 && (requested.length === 1 || [...namedBy(input)].join() !== requested.join());
	if (identifiesRow && echoMismatch(input) !== null) return echoMismatch(input);
	if (!Array.isArray(rows)) return ownerMismatch(personIn(key), slug);
	if (identifiesRow) return null;
	const others = parts.flatMap((part) => ECHO_NAMES.map((name) => ownField(part, name))).filter(hasValue);
	if (others.length > 0) return echoMismatch(others);
	return 'the row names no slug';
}

const payloadsOf = (row: unknown) => [row, ...['data', 'result', 'results'].map((name) => ownField(row, name))];

const ownerMismatch = (owner: string | undefined, slug: string) =>
	owner === slug ? null : `the row belongs to ${owner ?? 'no slug'}, not to ${slug}`;
