import { setTimeout as sleep } from 'node:timers/promises';
import { useUp } from '../benchmark/testbed/limits';
import { drawsOf, type Draws } from '../sandbox/random';
import type { Fault } from '../sandbox/http/faults';
import type { Sandbox } from '../sandbox/server';
import type { SettingsPatch } from '../sandbox/settings';
import { SERVICE } from './sheet';

const UNLIMITED = 1_000_000_000;

/** All settings that any conditions change, without faults or limits. */
export const CALM: SettingsPatch = {
	...SERVICE,
	account: { status: 'active', personalEmailAvailable: true, tokens: UNLIMITED, phoneTokens: UNLIMITED },
	keys: ['sandbox_readykey001'],
	limits: { enrich: { records: { '5h': UNLIMITED, '1w': UNLIMITED }, requests: { '5h': UNLIMITED } } },
	burst: null,
	faults: [],
};

/** Far beyond the node's timeout, so that the node is certain to give up first. */
const ENDLESS_MS = 1_800_000;

const FAULTS: ReadonlyArray<Omit<Fault, 'rate'>> = [
	{ kind: 'reset' },
	{ kind: 'reset_charged' },
	{ kind: 'half_body' },
	{ kind: 'not_json' },
	{ kind: 'error_block' },
	{ kind: 'bad_gzip' },
	{ kind: 'large', bytes: 1_000_000 },
	{ kind: 'drip' },
	{ kind: 'internal_error' },
	{ kind: 'redirect' },
	{ kind: 'status', status: 418 },
	{ kind: 'status', status: 599 },
	{ kind: 'slow', ms: 500 },
	{ kind: 'slow', ms: ENDLESS_MS },
];

/** The service fails every request: runs that started before its end see a tool recover. */
const OUTAGE: Fault = { kind: 'internal_error', rate: 1 };
/** Share of conditions with an outage. */
const OUTAGES = 0.08;

const drawFault = (draws: Draws): Fault => ({ ...draws.pick(FAULTS), rate: 0.005 + 0.1 * draws.share() ** 2 });

/** Usage of the enrichment windows at the beginning, and the ms after which it expires. */
const UNUSED = { records: 0, requests: 0, expiresInMs: 0 };

/** A limit of the service, and the usage with which it begins. */
type Limit = (draws: Draws) => { settings: SettingsPatch; used?: Partial<typeof UNUSED> };

/** A window that is full, or soon will be, and reopens after some seconds. */
const fullWindow: Limit = (draws) => {
	const unit = draws.pick(['records', 'requests'] as const);
	const limit = 20 + draws.below(300);
	return {
		settings: { limits: { enrich: { [unit]: { '5h': limit } } } },
		used: { [unit]: Math.ceil(limit * draws.share()), expiresInMs: 1_000 + draws.below(9_000) },
	};
};

const LIMITS: readonly Limit[] = [
	(draws) => ({
		settings: {
			burst: { perSecond: 10 + draws.below(50), burst: 1 + draws.below(50) },
			burstWait: draws.pick(['reported', 'reported', 'unreported']),
		},
	}),
	(draws) => ({ settings: { account: { tokens: draws.below(400) } } }),
	(draws) => ({ settings: { account: { phoneTokens: draws.below(10) } } }),
	() => ({ settings: { account: { status: 'suspended' } } }),
	() => ({ settings: { account: { personalEmailAvailable: false } } }),
	() => ({ settings: { keys: ['sandbox_otherkey002'] } }),
	fullWindow,
	fullWindow,
];

/** Share of conditions with a limit. The others have none, so that most rows are looked up. */
const LIMITED = 0.6;

/** Applies random conditions with fresh windows and balances: faults, a limit and a latency. */
function changeConditions(sandbox: Sandbox, draws: Draws): void {
	const { settings, used }: ReturnType<Limit> =
		draws.share() < LIMITED ? draws.pick(LIMITS)(draws) : { settings: {} };
	const { expiresInMs, ...spent } = { ...UNUSED, ...used };
	sandbox.configure(CALM);
	useUp(sandbox, spent, expiresInMs);
	sandbox.configure({
		faults: draws.share() < OUTAGES ? [OUTAGE] : Array.from({ length: draws.below(4) }, () => drawFault(draws)),
		latency: draws.pick([0, 20, 100, 250]),
		...settings,
	});
}

const MIN_MS = 3_000;
const MAX_MS = 12_000;

/** Changes the conditions every few seconds. @returns stops that, and throws if a change failed */
export function rotateConditions(sandbox: Sandbox, seed: number): () => Promise<void> {
	const over = new AbortController();
	const draws = drawsOf(seed, 'conditions');
	const rotate = async () => {
		while (!over.signal.aborted) {
			changeConditions(sandbox, draws);
			const duration = MIN_MS + draws.below(MAX_MS - MIN_MS);
			await sleep(duration, undefined, { signal: over.signal }).catch(() => undefined);
		}
	};
	const rotating = rotate();
	// The stop function reports the error.
	rotating.catch(() => undefined);
	return async () => {
		over.abort();
		await rotating;
	};
}
