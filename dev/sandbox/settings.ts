import { z } from 'zod/v4';
import { faultSchema } from './http/faults';

const amount = z.int().min(0);
const fraction = z.number().min(0).max(1);

const familyLimits = z.strictObject({
	records: z.strictObject({ '5h': amount, '1w': amount }),
	requests: z.strictObject({ '5h': amount }),
});
const familySpent = z.strictObject({ records: amount, requests: amount });

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
		phoneTokens: amount,
		searchTrialUsed: z.boolean(),
	}),
	keys: z.array(z.string().min(1)).min(1),
	/** Valid keys without sufficient account access (contract: Authentication). */
	keysWithoutAccess: z.array(z.string().min(1)),
	limits: z.strictObject({ enrich: familyLimits, search: familyLimits }),
	spent: z.strictObject({ enrich: familySpent, search: familySpent }),
	/** Another Fair Use family of a tool than in the contract. */
	families: z.record(z.string().regex(/^[a-z0-9_]+$/), z.enum(['enrich', 'search', 'free'])),
	/** Whether the service has all tools, or only those that the contract specifies or names. */
	offers: z.enum(['everything', 'contract']),
	missingTools: z.array(z.string()),
	/** A token bucket per tool: its refill in requests per second, and its size. Null: no burst guard. */
	burst: z.strictObject({ perSecond: z.number().positive(), burst: amount }).nullable(),
	burstWait: z.enum(['reported', 'unreported']),
	/** Tokens per hit by tool; other tools cost 1. */
	prices: z.record(z.string(), amount),
	/** Tools whose price `get_billing` does not list. */
	unlistedPrices: z.array(z.string()),
	/** Tokens added to a hit's price when a mobile phone is found. */
	phonePrice: amount,
	hitRate: fraction,
	/** The same by tool; other tools have the general share. */
	toolHitRates: z.record(z.string(), fraction),
	/** See `batchResults`. */
	batchShape: z.enum(['echo', 'nested', 'data', 'keyed', 'positional']),
	batchOrder: z.enum(['requested', 'shuffled']),
	/** Shares of a batch's rows that are omitted, duplicated, or followed by an unrequested row. */
	batchFaults: z.strictObject({
		dropRows: fraction.optional(),
		duplicateRows: fraction.optional(),
		unrequestedRows: fraction.optional(),
	}),
	/** The flat shape exists for 401 and 403 only. */
	errorShape: z.enum(['nested', 'flat']),
	/** The part of a 429 that reports its wait. */
	retryAfterIn: z.enum(['both', 'header', 'metadata']),
	faults: z.array(faultSchema),
	latency: amount,
});

export type SandboxSettings = z.infer<typeof schema>;
export type FamilyName = keyof SandboxSettings['limits'];

type PatchOf<T> = T extends readonly unknown[] ? T : T extends object ? { [Name in keyof T]?: PatchOf<T[Name]> } : T;
/** Part of the settings. Objects are merged name by name; lists and values are replaced. */
export type SettingsPatch = PatchOf<SandboxSettings>;

/** Invalid settings: an unknown name or a value out of range. The message names the setting. */
export class SettingsError extends Error {
	readonly statusCode = 400;
}

const wideLimits = () => ({ records: { '5h': 1_000_000, '1w': 10_000_000 }, requests: { '5h': 1_000_000 } });
const nothingSpent = () => ({ records: 0, requests: 0 });

/** A new object with settings under which everything is found and no limit is reached. */
export const defaultSettings = (): SandboxSettings => ({
	seed: 1,
	account: {
		status: 'active',
		plan: 'growth',
		personalEmailAvailable: true,
		unlimited: false,
		tokens: 100_000,
		phoneTokens: 1000,
		searchTrialUsed: false,
	},
	keys: ['sandbox_readykey001'],
	keysWithoutAccess: [],
	limits: { enrich: wideLimits(), search: wideLimits() },
	spent: { enrich: nothingSpent(), search: nothingSpent() },
	families: {},
	offers: 'everything',
	missingTools: [],
	burst: null,
	burstWait: 'reported',
	prices: {},
	unlistedPrices: [],
	phonePrice: 2,
	hitRate: 1,
	toolHitRates: {},
	batchShape: 'echo',
	batchOrder: 'requested',
	batchFaults: {},
	errorShape: 'nested',
	retryAfterIn: 'both',
	faults: [],
	latency: 0,
});

export function mergeSettings(base: SandboxSettings, patch: unknown): SandboxSettings {
	const parsed = schema.safeParse(mergeValues(base, patch));
	if (parsed.success) return parsed.data;
	const [{ path, message }] = parsed.error.issues;
	throw new SettingsError(`${path.length > 0 ? path.join('.') : 'settings'}: ${message}`);
}

function mergeValues(base: unknown, patch: unknown): unknown {
	if (patch === undefined) return base;
	if (!isPlain(base) || !isPlain(patch)) return patch;
	const names = new Set([...Object.keys(base), ...Object.keys(patch)]);
	return Object.fromEntries([...names].map((name) => [name, mergeValues(own(base, name), own(patch, name))]));
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (object: Record<string, unknown>, name: string): unknown =>
	Object.hasOwn(object, name) ? object[name] : undefined;
