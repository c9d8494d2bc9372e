import { z } from 'zod/v4';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/httpReply';
import { fills, resultsOf } from '../../../nodes/IdentityResolution/api/person/results';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { lookupOf } from '../../../nodes/IdentityResolution/service/lookup';
import { singleLookup, type Route } from '../../../nodes/IdentityResolution/run/route';
import { run } from '../../../nodes/IdentityResolution/run/run';
import { drawsOf } from '../../sandbox/random';
import { Limiter, retryAfterOf } from './limiter';
import { VirtualClock } from './virtualClock';
import { IN_FLIGHT, type World } from './worlds';

export interface Finished {
	/** ms until the last answer. */
	time: number;
	refused: number;
	/** Requests that a client gave up, because it was refused for too long. */
	deferred: number;
}

const toolNamed = (name: string): Tool => ({
	name,
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	reportsCharges: false,
	...resultsOf({ email: fills('personal_email', z.string().nullable()) }, { boughtFor: ['personal_email'] }),
});
const TOOLS = ['one', 'other'].map(toolNamed);

/** A service in a world, over a network, in virtual time. */
class Service {
	readonly finished: Finished = { time: 0, refused: 0, deferred: 0 };
	private readonly draws = drawsOf(1, 'rate limits');
	private readonly limiters;
	private accepted = 0;
	/** ms since the start; null before a spell. */
	private spellEnds: number | null = null;

	constructor(
		private readonly world: World,
		private readonly clock: VirtualClock,
	) {
		const { limit } = world;
		// Both contenders meet the same refusals at random.
		const { share } = drawsOf(1, 'refusals');
		this.limiters = Array.from({ length: limit.tools }, () => new Limiter(limit, share));
	}

	/** Resolves to the Retry-After of a refusal; `undefined` if the request is accepted. */
	async request(nth: number): Promise<number | null | undefined> {
		await this.travel();
		const wait = this.waitInSpell() ?? this.limiters[nth % this.limiters.length].take(this.clock.elapsed);
		if (wait === null) this.accepted += 1;
		else this.finished.refused += 1;
		const retryAfter = wait === null ? undefined : retryAfterOf(this.world.retryAfter, wait, this.clock.now());
		await this.travel();
		if (wait === null) this.finished.time = this.clock.elapsed;
		return retryAfter;
	}

	private async travel(): Promise<void> {
		await this.clock.sleep((this.world.latency / 2) * (0.5 + this.draws.share()));
	}

	private waitInSpell(): number | null {
		const { spell } = this.world;
		if (spell === null || this.accepted < spell.after) return null;
		const { elapsed } = this.clock;
		this.spellEnds ??= elapsed + spell.length;
		if (elapsed >= this.spellEnds) return null;
		return spell.says === 'a second' ? 1_000 : this.spellEnds - elapsed;
	}
}

/** What a skilled user writes: 20 at once, and each refused request waits its Retry-After, or else a second. */
export async function runSkilled(world: World): Promise<Finished> {
	const clock = new VirtualClock();
	const service = new Service(world, clock);
	const work = async (nths: number[]): Promise<void> => {
		for (let nth = nths.pop(); nth !== undefined; nth = nths.pop()) {
			for (;;) {
				const retryAfter = await service.request(nth);
				if (retryAfter === undefined) break;
				await clock.sleep(skilledWait(retryAfter, clock.now()));
			}
		}
	};
	const ofClients = sharesOf(world).map(async (nths) => {
		await Promise.all(Array.from({ length: IN_FLIGHT }, async () => await work(nths)));
	});
	await clock.until(Promise.all(ofClients), Infinity);
	return service.finished;
}

/** ms. What is longer than a week is a time. */
function skilledWait(retryAfter: number | null, now: number): number {
	const wait = (retryAfter ?? 0) * 1_000;
	return (wait > 7 * 86_400_000 ? wait - now : wait) || 1_000;
}

/** This node, with its defaults. */
export async function runNode(world: World): Promise<Finished> {
	const clock = new VirtualClock();
	const service = new Service(world, clock);
	const send = async ({ name }: { name: string }, body: object): Promise<Reply> => {
		const retryAfter = await service.request(TOOLS.findIndex((one) => one.name === name));
		return retryAfter === undefined ? accepted(Object.values(body) as string[]) : refused(retryAfter);
	};
	const limits = { concurrency: IN_FLIGHT, maxRunTime: Infinity, maxTokens: Infinity, maxWait: 120_000 };
	const random = drawsOf(1, 'jitter').share;
	const env = { send, clock, random, signal: new AbortController().signal, progress: noop, log: noop };
	const runs = sharesOf(world).map(async (nths) => await run(routesOf(nths, world), limits, env));
	const done = await clock.until(Promise.all(runs), Infinity);
	const open = done.flatMap(({ rows }) => rows.filter(({ outcome }) => outcome.is !== 'found'));
	return { ...service.finished, deferred: open.length };
}

const noop = (): void => undefined;

/** The requests of each client. */
const sharesOf = ({ requests, clients }: World): number[][] =>
	Array.from({ length: clients }, (_, client) =>
		Array.from({ length: Math.ceil((requests - client) / clients) }, (_, nth) => nth * clients + client),
	);

const routesOf = (nths: readonly number[], { limit }: World): Route[] =>
	nths.map((nth, place) => {
		const reading = readLinkedin(`https://www.linkedin.com/in/person-${nth}`);
		if (reading.is !== 'identifier') throw new Error('The address is not read');
		return singleLookup(lookupOf(TOOLS[place % limit.tools], reading.identifier, 'without'));
	});

const accepted = ([input]: readonly string[]): Reply => ({
	is: 'http',
	status: 200,
	headers: {},
	body: { status: 'ok', results: { input, email: 'ada@example.com' }, metadata: {} },
});

const refused = (retryAfter: number | null): Reply => ({
	is: 'http',
	status: 429,
	headers: {},
	body: {
		error: { code: 'rate_limited', message: 'Too many requests' },
		metadata: retryAfter === null ? {} : { retry_after: retryAfter },
	},
});
