import fc from 'fast-check';

/**
 * Replies to batches in every shape of the design (section 4, #2 and #3), with all that can go wrong on their way.
 * They are made from what is true of each profile, and know nothing of the code that reads them.
 */
export interface BatchReply {
	asked: string[];
	carrier: Carrier;
	status: number;
	body: unknown;
	/** By slug: what is true of the profile, and whether the reply tells it. */
	truths: Map<string, { payload: Payload; told: Told }>;
	/** Whether the reply has an `insufficient_tokens` block. */
	cut: boolean;
}

export type Payload = { email: string; risk_score: string; last_validated_at: string | null } | null;
/** `plainly`: once and beyond doubt; `doubtfully`: perhaps; `not`: a reader who answers it is guessing. */
export type Told = 'plainly' | 'doubtfully' | 'not';
/** What tells whom a row answers. A `request` repeats the single lookup as it might have been sent. */
/** Fields in which a service may repeat the input, apart from `input`. */
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

export const CARRIERS = [
	'input',
	'request',
	...ECHO_NAMES,
	'keyed',
	'index from 0',
	'index from 1',
	'nothing',
] as const;
export type Carrier = (typeof CARRIERS)[number];

type Fate = 'kept' | 'dropped' | 'twice' | 'contradicted';

interface Profile {
	slug: string;
	hit: boolean;
	fate: Fate;
	ownStatus: boolean;
	emptyAs: 'nulls' | 'nothing' | 'null';
	spellings: [number, number];
	/** Where its rows stand when the reply is shuffled. */
	places: [number, number];
}

interface Row {
	slug: string | null;
	/** The position of its identifier in the request. */
	index: number;
	spelling: number;
	place: number;
	content: Record<string, unknown> | null;
}

const vanitySlugs = fc
	.stringMatching(/^[a-z][a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,2}$/)
	.filter((slug) => !/^ac[a-z]aa/.test(slug));
const oddSlugs = fc.constantFrom(
	'josé-example',
	'мария',
	'愛達',
	'__proto__',
	'constructor',
	'hasownproperty',
	'email',
	'input',
	'results',
	'status',
	'42',
);
/** These differ only in case. */
const opaqueIds = fc.constantFrom('ACoAABcDeFg', 'ACoAABcDeFG', 'ACoAABCDEFG', 'ACwAABcDeFg', 'ACwAAbcdefg');
const slugs = fc.oneof(
	{ weight: 6, arbitrary: vanitySlugs },
	{ weight: 2, arbitrary: oddSlugs },
	{ weight: 1, arbitrary: opaqueIds },
);

const capitals = (slug: string) => (slug.startsWith('AC') ? slug : slug.toUpperCase());
/** A slug that starts with a mark is only one at the end of an address. */
const bare = (slug: string) => (/^[\p{L}\p{N}]/u.test(slug) && slug.length > 1 ? slug : `in/${slug}`);

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
	carrier: Carrier;
	nesting: 'inline' | 'data' | 'result' | 'results';
	status: number;
	top: 'ok' | 'absent' | 'summed up';
	cut: boolean;
	shuffled: boolean;
	undisturbed: boolean;
	/** The object around the rows. */
	wrapper: 'none' | 'items' | 'results' | 'data' | 'people';
	/** Whether the echo is part of the payload. */
	echoWithin: boolean;
	/** Rows that do not say whom they answer. */
	nameless: number;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
	carrier: fc.constantFrom(...CARRIERS),
	nesting: fc.constantFrom('inline', 'data', 'result', 'results'),
	status: fc.oneof(
		{ weight: 8, arbitrary: fc.constant(200) },
		{ weight: 1, arbitrary: fc.constantFrom(201, 402, 404, 429, 500) },
	),
	top: fc.constantFrom('ok', 'absent', 'summed up'),
	cut: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
	shuffled: fc.boolean(),
	undisturbed: fc.boolean(),
	wrapper: fc.oneof(
		{ weight: 2, arbitrary: fc.constant('none' as const) },
		{
			weight: 1,
			arbitrary: fc.constantFrom('items' as const, 'results' as const, 'data' as const, 'people' as const),
		},
	),
	echoWithin: fc.boolean(),
	nameless: fc.nat(2),
});

export const batchReplies: fc.Arbitrary<BatchReply> = fc
	.record({
		everyone: fc.uniqueArray(profiles, { minLength: 2, maxLength: 14, selector: ({ slug }) => slug }),
		strangers: fc.nat(3),
		shape: shapes,
	})
	.map(({ everyone, strangers, shape }) => {
		const asked = everyone.slice(0, Math.max(2, everyone.length - strangers));
		const others = shape.undisturbed ? [] : everyone.slice(asked.length);
		const kept = shape.undisturbed ? asked.map((profile) => ({ ...profile, fate: 'kept' as const })) : asked;
		return replyTo(kept, others, shape);
	});

function replyTo(asked: Profile[], strangers: Profile[], shape: Shape): BatchReply {
	const { carrier, status, cut } = shape;
	const rows = [...rowsOf(asked, shape), ...added(asked, strangers, shape)];
	const ordered = shape.shuffled ? [...rows].sort((one, other) => one.place - other.place) : rows;
	const top = topStatus(shape, asked, ordered);
	const results = carrier === 'keyed' ? keyed(ordered) : ordered.map((row) => telling(row, shape));
	const body = {
		results: shape.wrapper === 'none' ? results : { [shape.wrapper]: results, total: ordered.length },
		...(top === null ? {} : { status: top }),
		metadata: {},
		...(cut ? { error: { code: 'insufficient_tokens', message: 'Some items were dropped' } } : {}),
	};
	const truths = asked.map((profile, position) => {
		const payload = payloadOf(profile, position);
		return [profile.slug, { payload, told: toldOf(profile, asked, ordered, top, shape) }] as const;
	});
	return {
		asked: asked.map(({ slug }) => slug),
		carrier,
		status,
		body: JSON.parse(JSON.stringify(body)) as unknown,
		truths: new Map(truths),
		cut,
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

function rowsOf(asked: Profile[], shape: Shape): Row[] {
	return asked.flatMap((profile, position) => {
		if (profile.fate === 'dropped') return [];
		const payload = payloadOf(profile, position);
		const first = { ...rowFor(profile, payload, 0, shape), index: position };
		const once = profile.fate === 'kept' || (shape.carrier === 'keyed' && sameSpelling(profile));
		if (once) return [first];
		const second = profile.fate === 'twice' ? payload : profile.hit && position % 2 ? null : wrongPayload(position);
		return [first, { ...rowFor(profile, second, 1, shape), index: position }];
	});
}

/** An object can't have a key twice. */
const sameSpelling = ({ slug, spellings: [one, other] }: Profile) => SPELLINGS[one](slug) === SPELLINGS[other](slug);

/** Rows for nobody who was asked. */
function added(asked: Profile[], strangers: Profile[], shape: Shape): Row[] {
	const rows = strangers.map((profile, number) => ({
		...rowFor(profile, payloadOf(profile, 100 + number), 0, shape),
		// With the index n, and the first row dropped, a list from 0 would look like a complete list from 1.
		index: asked.length + 1 + number,
	}));
	if (shape.undisturbed || shape.carrier === 'keyed' || asked.every(({ fate }) => fate === 'dropped')) return rows;
	const nameless = Array.from({ length: shape.nameless }, (_, number) => ({
		slug: null,
		index: -1,
		spelling: 0,
		place: 500 + number,
		content: wrap(wrongPayload(200 + number), 'ok', shape),
	}));
	return [...rows, ...nameless];
}

function rowFor(profile: Profile, payload: Payload, which: 0 | 1, shape: Shape): Omit<Row, 'index'> {
	const status = payload === null ? 'not_found' : 'ok';
	return {
		slug: profile.slug,
		spelling: profile.spellings[which],
		place: profile.places[which],
		content: isSilent(profile, payload, shape)
			? silent(shape)
			: wrap(payload ?? emptyOf(profile), profile.ownStatus ? status : null, shape),
	};
}

/** A row of null, which in a reply that was cut short may stand for a miss or for a row that was dropped. */
const isSilent = (profile: Profile, payload: Payload, { carrier, nesting }: Shape) =>
	payload === null &&
	profile.emptyAs === 'null' &&
	!profile.ownStatus &&
	(nesting !== 'inline' || carrier === 'keyed' || carrier === 'nothing');

const silent = ({ carrier, nesting }: Shape) =>
	carrier === 'keyed' || carrier === 'nothing' || nesting === 'inline' ? null : { [nesting]: null };

const emptyOf = ({ emptyAs }: Profile) =>
	emptyAs === 'nulls' ? { email: null, risk_score: null, last_validated_at: null } : {};

function wrap(payload: object | null, status: string | null, { nesting }: Shape): Record<string, unknown> {
	const content = nesting === 'inline' ? { ...payload } : { [nesting]: payload };
	return status === null ? content : { status, ...content };
}

/** A row with its echo or index. */
function telling({ slug, index, spelling: how, content }: Row, { carrier, nesting, echoWithin }: Shape): unknown {
	if (carrier === 'nothing' || slug === null) return content;
	if (carrier === 'index from 0') return { index, ...content };
	if (carrier === 'index from 1') return { index: index + 1, ...content };
	const spelled = SPELLINGS[how](slug);
	const echo = carrier === 'request' ? { input: { linkedin_url: spelled } } : { [carrier]: spelled };
	const payload = content?.[nesting];
	const isWithin = echoWithin && typeof payload === 'object' && payload !== null && Object.keys(payload).length > 0;
	return isWithin ? { ...content, [nesting]: { ...payload, ...echo } } : { ...echo, ...content };
}

const keyed = (rows: Row[]) =>
	Object.fromEntries(rows.map(({ slug, spelling: how, content }) => [SPELLINGS[how](slug ?? ''), content]));

const holdsHit = ({ content }: Row) => JSON.stringify(content).includes('@');

function topStatus({ top }: Shape, asked: Profile[], rows: Row[]): string | null {
	if (top === 'absent') return null;
	return top === 'ok' || rows.some(holdsHit) || asked.some(({ hit }) => hit) ? 'ok' : 'not_found';
}

function toldOf(profile: Profile, asked: Profile[], rows: Row[], top: string | null, shape: Shape): Told {
	const { carrier, cut, status } = shape;
	// A whole that says not_found and holds nothing at all has missed everyone.
	if (top === 'not_found' && !cut) return 'doubtfully';
	if (carrier === 'nothing') return 'not';
	if (carrier.startsWith('index')) {
		// Indices only count if they are complete.
		const indices = new Set(rows.map(({ index }) => index));
		if (cut || rows.length !== asked.length || !asked.every((_, index) => indices.has(index))) return 'not';
	}
	// A slug equal to the name of a payload or wrapper field is ambiguous.
	if (carrier === 'keyed' && asked.some(({ slug }) => [shape.nesting, shape.wrapper].includes(slug as 'data')))
		return 'doubtfully';
	const own = rows.filter(({ slug }) => slug === profile.slug);
	if (own.length === 0 || (own.length > 1 && profile.fate === 'contradicted')) return 'not';
	if (cut && !profile.hit && isSilent(profile, null, shape)) return 'not';
	// Beside an error block a row that holds nothing is a miss for certain only if it says so.
	const hint = cut && !profile.hit && !profile.ownStatus;
	return own.length > 1 || status >= 300 || hint ? 'doubtfully' : 'plainly';
}
