import fc from 'fast-check';

/**
 * A reply to a batch, in any shape (contract: Silent points, 2 and 3) and with any change to its rows.
 * It is built from the data of each profile, independently of the code that reads it.
 */
export interface BatchReply {
	requested: string[];
	status: number;
	body: unknown;
	/** By slug: the data of the profile, and whether the reply proves it. */
	expected: Map<string, { payload: Payload; certainty: Certainty }>;
	/** Whether the reply has an `insufficient_tokens` block. */
	isPartial: boolean;
}

export type Payload = { email: string; risk_score: string; last_validated_at: string | null } | null;
/** `certain`: must be read; `uncertain`: may be read; `unknown`: must not be read. */
export type Certainty = 'certain' | 'uncertain' | 'unknown';
/** Fields other than `input` in which a service may echo the input. */
export const ECHO_NAMES = [
	'linkedin_url',
	'url',
	'slug',
	'profile_url',
	'linkedinurl',
	'linkedin',
	'query',
	'requested',
	'identifier',
] as const;

const ROW_KEYS = ['input', 'request', ...ECHO_NAMES, 'keyed', 'index from 0', 'index from 1', 'nothing'] as const;
/** What identifies the input of a row. `request` echoes the body of a single lookup. */
type RowKey = (typeof ROW_KEYS)[number];

type Fate = 'kept' | 'dropped' | 'twice' | 'contradicted';

interface Profile {
	slug: string;
	hit: boolean;
	fate: Fate;
	ownStatus: boolean;
	emptyAs: 'nulls' | 'nothing' | 'null';
	spellings: [number, number];
	/** The sort keys of its rows in a shuffled reply. */
	places: [number, number];
}

interface Row {
	slug: string | null;
	/** The position of the identifier in the request. */
	index: number;
	spelling: number;
	place: number;
	content: Record<string, unknown> | null;
}

/** Short words that name no profile. */
const RESERVED = new Set(
	'in me pub www edit view http https true false search na nan nil none null tba tbd todo blank empty missing nothing'.split(
		' ',
	),
);
const vanitySlugs = fc
	.stringMatching(/^[a-z][a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,2}$/)
	.filter((slug) => !/^ac[a-z]aa/.test(slug) && !RESERVED.has(slug));
const oddSlugs = fc.constantFrom(
	...['josé-example', 'мария', '愛達', 'o’brien-x'],
	...['__proto__', 'constructor', 'hasownproperty', 'email', 'input', 'results', 'status', 'x42'],
);
/** These differ only in case. */
const opaqueIds = fc.constantFrom('ACoAABcDeFg', 'ACoAABcDeFG', 'ACoAABCDEFG', 'ACwAABcDeFg', 'ACwAAbcdefg');
const slugs = fc.oneof(
	{ weight: 6, arbitrary: vanitySlugs },
	{ weight: 2, arbitrary: oddSlugs },
	{ weight: 1, arbitrary: opaqueIds },
);

const capitals = (slug: string) => (slug.startsWith('AC') ? slug : slug.toUpperCase());
/** A single character is only recognized in an address. */
const bare = (slug: string) => (slug.length > 1 ? slug : `in/${slug}`);

const SPELLINGS: ReadonlyArray<(slug: string) => string> = [
	(slug) => `https://www.linkedin.com/in/${slug}`,
	(slug) => `https://www.linkedin.com/in/${encodeURIComponent(slug)}`,
	(slug) => `http://uk.linkedin.com/in/${slug}/?trk=people`,
	(slug) => `HTTPS://M.LINKEDIN.COM/IN/${capitals(slug)}#about`,
	(slug) => `linkedin.com/in/${slug.normalize('NFD')}/de`,
	(slug) => `/in/${encodeURIComponent(slug)}`,
	(slug) => `  https://www.linkedin.com/in/${capitals(slug)}\n`,
	bare,
	(slug) => bare(capitals(slug)),
];

const spelling = fc.nat(SPELLINGS.length - 1);
const place = fc.nat(1_000);

const profiles: fc.Arbitrary<Profile> = fc.record({
	slug: slugs,
	hit: fc.boolean(),
	fate: fc.oneof(
		{ weight: 7, arbitrary: fc.constant<Fate>('kept') },
		{ weight: 3, arbitrary: fc.constantFrom<Fate>('dropped', 'twice', 'contradicted') },
	),
	ownStatus: fc.boolean(),
	emptyAs: fc.constantFrom('nulls', 'nothing', 'null'),
	spellings: fc.tuple(spelling, spelling),
	places: fc.tuple(place, place),
});

interface Shape {
	rowKey: RowKey;
	nesting: 'inline' | 'data' | 'result' | 'results';
	status: number;
	top: 'ok' | 'absent' | 'summary';
	isPartial: boolean;
	shuffled: boolean;
	isIntact: boolean;
	/** The object around the rows. */
	wrapper: 'none' | 'items' | 'results' | 'data' | 'people';
	/** Whether the payload contains the echo. */
	echoInPayload: boolean;
	/** The number of rows without an echo. */
	unidentified: number;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
	rowKey: fc.constantFrom(...ROW_KEYS),
	nesting: fc.constantFrom('inline', 'data', 'result', 'results'),
	status: fc.oneof(
		{ weight: 8, arbitrary: fc.constant(200) },
		{ weight: 1, arbitrary: fc.constantFrom(201, 402, 404, 429, 500) },
	),
	top: fc.constantFrom('ok', 'absent', 'summary'),
	isPartial: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
	shuffled: fc.boolean(),
	isIntact: fc.boolean(),
	wrapper: fc.oneof(
		{ weight: 2, arbitrary: fc.constant('none' as const) },
		{
			weight: 1,
			arbitrary: fc.constantFrom('items' as const, 'results' as const, 'data' as const, 'people' as const),
		},
	),
	echoInPayload: fc.boolean(),
	unidentified: fc.nat(2),
});

export const batchReplies: fc.Arbitrary<BatchReply> = fc
	.record({
		all: fc.uniqueArray(profiles, { minLength: 2, maxLength: 14, selector: ({ slug }) => slug }),
		unrequested: fc.nat(3),
		shape: shapes,
	})
	.map(({ all, unrequested, shape }) => {
		const requested = all.slice(0, Math.max(2, all.length - unrequested));
		const others = shape.isIntact ? [] : all.slice(requested.length);
		const kept = shape.isIntact ? requested.map((profile) => ({ ...profile, fate: 'kept' as const })) : requested;
		return buildReply(kept, others, shape);
	});

function buildReply(requested: Profile[], unrequested: Profile[], shape: Shape): BatchReply {
	const { rowKey, status, isPartial } = shape;
	const rows = [...rowsOf(requested, shape), ...unrequestedRows(requested, unrequested, shape)];
	const ordered = shape.shuffled ? [...rows].sort((one, other) => one.place - other.place) : rows;
	const top = topStatus(shape, requested, ordered);
	const results = rowKey === 'keyed' ? keyed(ordered) : ordered.map((row) => writeRow(row, shape));
	const body = {
		results: shape.wrapper === 'none' ? results : { [shape.wrapper]: results, total: ordered.length },
		...(top === null ? {} : { status: top }),
		metadata: {},
		...(isPartial ? { error: { code: 'insufficient_tokens', message: 'Some items were dropped' } } : {}),
	};
	const expected = requested.map((profile, position) => {
		const payload = payloadOf(profile, position);
		return [profile.slug, { payload, certainty: certaintyOf(profile, requested, ordered, top, shape) }] as const;
	});
	return {
		requested: requested.map(({ slug }) => slug),
		status,
		body: JSON.parse(JSON.stringify(body)) as unknown,
		expected: new Map(expected),
		isPartial,
	};
}

const payloadOf = ({ hit }: Profile, position: number): Payload =>
	hit
		? {
				email: `person-${position}@example.net`,
				risk_score: 'A',
				last_validated_at: position % 2 ? '2029-12-01' : null,
			}
		: null;

const wrongPayload = (position: number): Payload => ({
	email: `wrong-${position}@example.net`,
	risk_score: 'A',
	last_validated_at: null,
});

function rowsOf(requested: Profile[], shape: Shape): Row[] {
	return requested.flatMap((profile, position) => {
		if (profile.fate === 'dropped') return [];
		const payload = payloadOf(profile, position);
		const first = { ...rowFor(profile, payload, 0, shape), index: position };
		const once = profile.fate === 'kept' || (shape.rowKey === 'keyed' && sameSpelling(profile));
		if (once) return [first];
		const second = profile.fate === 'twice' ? payload : profile.hit && position % 2 ? null : wrongPayload(position);
		return [first, { ...rowFor(profile, second, 1, shape), index: position }];
	});
}

/** Two rows with the same key would be one row. */
const sameSpelling = ({ slug, spellings: [one, other] }: Profile) => SPELLINGS[one](slug) === SPELLINGS[other](slug);

/** Rows for inputs that were not requested, or without an echo. */
function unrequestedRows(requested: Profile[], unrequested: Profile[], shape: Shape): Row[] {
	const rows = unrequested.map((profile, number) => ({
		...rowFor(profile, payloadOf(profile, 100 + number), 0, shape),
		// Without the first row, a list from 0 with index n would look like a complete list from 1.
		index: requested.length + 1 + number,
	}));
	if (shape.isIntact || shape.rowKey === 'keyed' || requested.every(({ fate }) => fate === 'dropped')) return rows;
	const unidentified = Array.from({ length: shape.unidentified }, (_, number) => ({
		slug: null,
		index: -1,
		spelling: 0,
		place: 500 + number,
		content: wrap(wrongPayload(200 + number), 'ok', shape),
	}));
	return [...rows, ...unidentified];
}

function rowFor(profile: Profile, payload: Payload, which: 0 | 1, shape: Shape): Omit<Row, 'index'> {
	const status = payload === null ? 'not_found' : 'ok';
	return {
		slug: profile.slug,
		spelling: profile.spellings[which],
		place: profile.places[which],
		content: isNullRow(profile, payload, shape)
			? nullRow(shape)
			: wrap(payload ?? emptyOf(profile), profile.ownStatus ? status : null, shape),
	};
}

/** Whether the row is null. In a partial reply, it can be a miss or a dropped row. */
const isNullRow = (profile: Profile, payload: Payload, { rowKey, nesting }: Shape) =>
	payload === null &&
	profile.emptyAs === 'null' &&
	!profile.ownStatus &&
	(nesting !== 'inline' || rowKey === 'keyed' || rowKey === 'nothing');

const nullRow = ({ rowKey, nesting }: Shape) =>
	rowKey === 'keyed' || rowKey === 'nothing' || nesting === 'inline' ? null : { [nesting]: null };

const emptyOf = ({ emptyAs }: Profile) =>
	emptyAs === 'nulls' ? { email: null, risk_score: null, last_validated_at: null } : {};

function wrap(payload: object | null, status: string | null, { nesting }: Shape): Record<string, unknown> {
	const content = nesting === 'inline' ? { ...payload } : { [nesting]: payload };
	return status === null ? content : { status, ...content };
}

/** A row with its echo or index. */
function writeRow({ slug, index, spelling: how, content }: Row, { rowKey, nesting, echoInPayload }: Shape): unknown {
	if (rowKey === 'nothing' || slug === null) return content;
	if (rowKey === 'index from 0') return { index, ...content };
	if (rowKey === 'index from 1') return { index: index + 1, ...content };
	const spelled = SPELLINGS[how](slug);
	const echo = rowKey === 'request' ? { input: { linkedin_url: spelled } } : { [rowKey]: spelled };
	const payload = content?.[nesting];
	const isWithin =
		echoInPayload && typeof payload === 'object' && payload !== null && Object.keys(payload).length > 0;
	return isWithin ? { ...content, [nesting]: { ...payload, ...echo } } : { ...echo, ...content };
}

const keyed = (rows: Row[]) =>
	Object.fromEntries(rows.map(({ slug, spelling: how, content }) => [SPELLINGS[how](slug ?? ''), content]));

const containsHit = ({ content }: Row) => JSON.stringify(content).includes('@');

function topStatus({ top }: Shape, requested: Profile[], rows: Row[]): string | null {
	if (top === 'absent') return null;
	return top === 'ok' || rows.some(containsHit) || requested.some(({ hit }) => hit) ? 'ok' : 'not_found';
}

function certaintyOf(profile: Profile, requested: Profile[], rows: Row[], top: string | null, shape: Shape): Certainty {
	const { rowKey, isPartial, status } = shape;
	// A reply with the status not_found and no data is a miss for every input.
	if (top === 'not_found' && !isPartial) return 'uncertain';
	if (rowKey === 'nothing') return 'unknown';
	if (rowKey.startsWith('index')) {
		// Indices only count if they are complete.
		const indices = new Set(rows.map(({ index }) => index));
		if (isPartial || rows.length !== requested.length || !requested.every((_, index) => indices.has(index)))
			return 'unknown';
	}
	// A slug equal to the name of a payload or wrapper field is ambiguous.
	if (rowKey === 'keyed' && requested.some(({ slug }) => [shape.nesting, shape.wrapper].includes(slug as 'data')))
		return 'uncertain';
	const own = rows.filter(({ slug }) => slug === profile.slug);
	if (own.length === 0 || (own.length > 1 && profile.fate === 'contradicted')) return 'unknown';
	if (isPartial && !profile.hit && isNullRow(profile, null, shape)) return 'unknown';
	// In a partial reply, an empty row is only certain to be a miss if it has a status.
	const lacksStatus = isPartial && !profile.hit && !profile.ownStatus;
	return own.length > 1 || status >= 300 || lacksStatus ? 'uncertain' : 'certain';
}
