import type { Draws } from '../sandbox/random';
import type { Fault } from '../sandbox/http/faults';
import type { Sandbox } from '../sandbox/server';
import type { SettingsPatch } from '../sandbox/settings';
import { drawFault } from './faults';

/** Who is found. It never changes: what came out is judged by it. */
export const SERVICE = { seed: 1, hitRate: 0.7 };

/** What the service is for some seconds. */
export interface Weather {
	settings: SettingsPatch;
	/** What the enrichment windows hold at its beginning, and after how many ms that leaves them. */
	used: Used;
}

interface Used {
	records: number;
	requests: number;
	leaveInMs: number;
}

const PLENTY = 1_000_000_000;
const KEY = 'sandbox_readykey001';
const NOTHING: Used = { records: 0, requests: 0, leaveInMs: 0 };

/** Everything that any weather changes, as it is where nothing goes wrong. */
export const CALM: SettingsPatch = {
	...SERVICE,
	account: { status: 'active', personalEmailAvailable: true, tokens: PLENTY, phoneTokens: PLENTY },
	keys: [KEY],
	limits: { enrich: { records: { '5h': PLENTY, '1w': PLENTY }, requests: { '5h': PLENTY } } },
	burst: null,
	faults: [],
};

type Limited = (draws: Draws) => Weather;

const plainly =
	(patch: (draws: Draws) => SettingsPatch): Limited =>
	(draws) => ({ settings: patch(draws), used: NOTHING });

/** What may be limited. Mostly nothing is, so that most rows are asked. */
const LIMITS: readonly Limited[] = [
	...Array.from({ length: 6 }, () => plainly(() => ({}))),
	plainly((draws) => ({
		burst: { perSecond: 10 + draws.below(50), burst: 1 + draws.below(50) },
		burstWait: draws.pick(['reported', 'reported', 'unreported']),
	})),
	plainly((draws) => ({ account: { tokens: draws.below(400) } })),
	plainly((draws) => ({ account: { phoneTokens: draws.below(10) } })),
	plainly(() => ({ account: { status: 'suspended' } })),
	plainly(() => ({ account: { personalEmailAvailable: false } })),
	plainly(() => ({ keys: ['sandbox_otherkey002'] })),
	(draws) => {
		const { limit, used, leaveInMs } = narrow(draws);
		return {
			settings: { limits: { enrich: { records: { '5h': limit } } } },
			used: { records: used, requests: 0, leaveInMs },
		};
	},
	(draws) => {
		const { limit, used, leaveInMs } = narrow(draws);
		return {
			settings: { limits: { enrich: { requests: { '5h': limit } } } },
			used: { records: 0, requests: used, leaveInMs },
		};
	},
];

/** A window that is full, or soon will be, and has room again after some seconds, as a rolling one does. */
function narrow(draws: Draws): { limit: number; used: number; leaveInMs: number } {
	const limit = 20 + draws.below(300);
	return { limit, used: Math.ceil(limit * draws.share()), leaveInMs: 1_000 + draws.below(9_000) };
}

/**
 * Weather at random: a mix of faults, a limit, a latency, and how batches and refusals are told. No batch tells its rows by their place alone, or
 * leaves some out: one that was cut short, or lacks rows, answers less than the ledger takes it for, and nobody could tell who was rightly
 * paid for again.
 */
export function drawWeather(draws: Draws): Weather {
	const faults = Array.from({ length: draws.pick([0, 1, 2, 3]) }, (): Fault => drawFault(draws));
	const { settings, used } = draws.pick(LIMITS)(draws);
	const telling: SettingsPatch = {
		faults,
		latency: draws.pick([0, 20, 100, 250]),
		batchShape: draws.pick(['echo', 'nested', 'keyed']),
		batchOrder: draws.pick(['requested', 'shuffled']),
		batchFaults: draws.pick([
			{ duplicateRows: 0, unrequestedRows: 0 },
			{ duplicateRows: 0.1, unrequestedRows: 0.1 },
		]),
		errorShape: draws.pick(['nested', 'flat']),
		retryAfterIn: draws.pick(['both', 'header', 'metadata']),
	};
	return { settings: { ...telling, ...settings }, used };
}

const FIVE_HOURS_MS = 5 * 3_600_000;

/** Lets it be this weather. The windows begin anew, and a balance that ran out is topped up. */
export function turnTo(sandbox: Sandbox, { settings, used: { leaveInMs, ...spent } }: Weather): void {
	sandbox.configure({ ...CALM, spent: { enrich: spent } });
	// What was used enters the windows with the first request after that: one of nearly five hours ago has it leave soon.
	sandbox.service.handle(lookAtAccount(sandbox), sandbox.now() - FIVE_HOURS_MS + leaveInMs);
	sandbox.configure(settings);
}

const lookAtAccount = ({ key }: Sandbox) => ({
	tool: 'get_account',
	method: 'POST',
	headers: { 'content-type': 'application/json', 'user-agent': 'soak', authorization: `Bearer ${key}` },
	body: '{}',
});
