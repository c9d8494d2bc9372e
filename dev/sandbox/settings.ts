import { z } from 'zod/v4';
import { faultSchema } from './faultSchema';

const amount = z.int().min(0);
const fraction = z.number().min(0).max(1);

const familyLimits = z.strictObject({
	records: z.strictObject({ '5h': amount, '1w': amount }),
	requests: z.strictObject({ '5h': amount }),
});
const familySpent = z.strictObject({ records: amount, requests: amount });

/** What they look like: `batchResults`. */
export const BATCH_SHAPES = ['echo', 'nested', 'keyed', 'positional'] as const;

const schema = z.strictObject({
	/** Decides people, hits and faults: the same seed gives the same answers. */
	seed: z.int(),
	account: z.strictObject({
		status: z.string().min(1),
		plan: z.string().min(1),
		personalEmailAvailable: z.boolean(),
		unlimited: z.boolean(),
		/** The balance; it goes down as lookups are charged. */
		tokens: amount,
		/** The separate allowance for mobile phones. */
		phoneTokens: amount,
		/** Whether the account record tells it, of which the contract shows nothing. */
		showsPhoneTokens: z.boolean(),
		searchTrialUsed: z.boolean(),
	}),
	keys: z.array(z.string().min(1)).min(1),
	/** Keys that are valid but have no sufficient account access (contract: Authentication, rule 7). */
	keysWithoutAccess: z.array(z.string().min(1)),
	limits: z.strictObject({ enrich: familyLimits, search: familyLimits }),
	/** Used already when the first request comes. */
	spent: z.strictObject({ enrich: familySpent, search: familySpent }),
	/** The Fair Use family of tools beyond, or other than in, the contract: naming a tool here makes it exist. */
	families: z.record(z.string().regex(/^[a-z0-9_]+$/), z.enum(['enrich', 'search', 'free'])),
	/** A token bucket per tool: requests per second, and how many may come at once. Null: no burst guard. */
	burst: z.strictObject({ perSecond: z.number().positive(), burst: amount }).nullable(),
	burstWait: z.enum(['told', 'untold']),
	/** Tokens per hit, by tool; a tool that is not named costs 1. */
	prices: z.record(z.string(), amount),
	/** Tokens added to a hit's price when a mobile phone is found. */
	phonePrice: amount,
	/** What a found mobile phone takes from the separate allowance. */
	phoneTokens: amount,
	/** Share of identifiers that are found. */
	hitRate: fraction,
	/** The same by tool; a tool that is not named has the share of all. */
	toolHitRates: z.record(z.string(), fraction),
	/** Share of the found people who have a mobile phone. */
	phoneRate: fraction,
	batchShape: z.enum(BATCH_SHAPES),
	batchOrder: z.enum(['asked', 'shuffled']),
	/** Shares of a batch's rows that are left out, doubled, or followed by a row that was not asked. */
	batchFaults: z.strictObject({
		dropRows: fraction.optional(),
		duplicateRows: fraction.optional(),
		strangerRows: fraction.optional(),
	}),
	/** The flat shape exists for 401 and 403 only. */
	errorShape: z.enum(['nested', 'flat']),
	/** Where a 429 tells its wait. */
	retryAfterIn: z.enum(['both', 'header', 'metadata']),
	faults: z.array(faultSchema),
	/** Milliseconds that every answer takes. */
	latency: amount,
});

export type SandboxSettings = z.infer<typeof schema>;
export type FamilyName = keyof SandboxSettings['limits'];

type PatchOf<T> = T extends readonly unknown[] ? T : T extends object ? { [Name in keyof T]?: PatchOf<T[Name]> } : T;
/** Settings in part. Objects are merged name by name, lists and values replaced. */
export type SettingsPatch = PatchOf<SandboxSettings>;

/** Settings that can't be: an unknown name or a value out of range. The message names the setting. */
export class SettingsError extends Error {}

const wide = () => ({ records: { '5h': 1_000_000, '1w': 10_000_000 }, requests: { '5h': 1_000_000 } });
const unused = () => ({ records: 0, requests: 0 });

/** Settings under which everything is found and nothing binds. Each call gives an object of its own. */
export const defaultSettings = (): SandboxSettings => ({
	seed: 1,
	account: {
		status: 'active',
		plan: 'growth',
		personalEmailAvailable: true,
		unlimited: false,
		tokens: 100_000,
		phoneTokens: 1000,
		showsPhoneTokens: false,
		searchTrialUsed: false,
	},
	keys: ['sandbox_readykey001'],
	keysWithoutAccess: [],
	limits: { enrich: wide(), search: wide() },
	spent: { enrich: unused(), search: unused() },
	families: { linkedin_to_personal_email_usa: 'enrich', linkedin_to_business_email: 'enrich' },
	burst: null,
	burstWait: 'told',
	prices: {},
	phonePrice: 2,
	phoneTokens: 1,
	hitRate: 1,
	toolHitRates: {},
	phoneRate: 1,
	batchShape: 'echo',
	batchOrder: 'asked',
	batchFaults: {},
	errorShape: 'nested',
	retryAfterIn: 'both',
	faults: [],
	latency: 0,
});

/**
 * `base` with the patch laid over it, as a copy of its own.
 * @throws SettingsError where the patch names an unknown setting or gives one a value it can't have
 */
export function mergeSettings(base: SandboxSettings, patch: unknown): SandboxSettings {
	const parsed = schema.safeParse(merged(base, patch));
	if (parsed.success) return parsed.data;
	const [{ path, message }] = parsed.error.issues;
	throw new SettingsError(`${path.length > 0 ? path.join('.') : 'settings'}: ${message}`);
}

function merged(base: unknown, patch: unknown): unknown {
	if (patch === undefined) return base;
	if (!isPlain(base) || !isPlain(patch)) return patch;
	const names = new Set([...Object.keys(base), ...Object.keys(patch)]);
	return Object.fromEntries([...names].map((name) => [name, merged(own(base, name), own(patch, name))]));
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (object: Record<string, unknown>, name: string): unknown =>
	Object.hasOwn(object, name) ? object[name] : undefined;
