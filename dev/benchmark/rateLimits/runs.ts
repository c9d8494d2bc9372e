import { z } from 'zod/v4';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/reading';
import { fills, resultsOf } from '../../../nodes/IdentityResolution/api/person/results';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { lookupOf, singleLookup, type Route } from '../../../nodes/IdentityResolution/run/lookup';
import { run } from '../../../nodes/IdentityResolution/run/run';
import { VirtualClock } from './virtualClock';
import { limitersOf, retryAfterOf } from './limiter';
import { IN_FLIGHT, REQUESTS, type Point } from './points';

export interface Finished {
	/** ms. */
	time: number;
	refused: number;
	/** Requests in flight when the first refusal of a burst arrives, and that refusal: they can't be avoided. */
	unavoidable: number;
	/** The longest Retry-After, in ms; a second if there is none. */
	wait: number;
}

/** The least that is a batch. */
const LOOKUPS_PER_REQUEST = 2;

const toolNamed = (name: string): Tool => ({
	name,
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: LOOKUPS_PER_REQUEST },
	reportsCharges: false,
	...resultsOf({ email: fills('personal_email', z.string().nullable()) }, { boughtFor: ['personal_email'] }),
});
const TOOLS = ['one', 'other'].map(toolNamed);

/** A service at a point, over a network, in virtual time. */
class Service {
	inFlight = 0;
	readonly finished: Finished = { time: 0, refused: 0, unavoidable: 0, wait: 0 };
	private readonly limiters;
	/** Requests that were sent before the last refusal arrived. */
	private sentBefore = -1;
	private sent = 0;

	constructor(
		private readonly point: Point,
		private readonly clock: VirtualClock,
	) {
		this.limiters = limitersOf(point);
	}

	/** Resolves to the Retry-After of a refusal in seconds; `undefined` if the request is accepted. */
	async request(nth: number): Promise<number | null | undefined> {
		const place = this.sent++;
		this.inFlight += 1;
		await this.clock.sleep(this.point.latency / 2);
		const wait = this.limiters[nth % this.limiters.length].take(this.clock.elapsed);
		await this.clock.sleep(this.point.latency / 2);
		this.inFlight -= 1;
		this.finished.time = this.clock.elapsed;
		if (wait === null) return undefined;
		const retryAfter = retryAfterOf(this.point, wait);
		this.finished.refused += 1;
		this.finished.wait = Math.max(this.finished.wait, (retryAfter ?? 1) * 1_000);
		if (place > this.sentBefore) {
			this.finished.unavoidable += this.inFlight + 1;
			this.sentBefore = this.sent - 1;
		}
		return retryAfter;
	}
}

/** What a skilled user writes: 20 at once, and each refused request waits its Retry-After, or else a second. */
export async function runSkilled(point: Point): Promise<Finished> {
	const clock = new VirtualClock();
	const service = new Service(point, clock);
	const send = async (nth: number): Promise<void> => {
		for (;;) {
			const retryAfter = await service.request(nth);
			if (retryAfter === undefined) return;
			await clock.sleep((retryAfter ?? 1) * 1_000);
		}
	};
	let next = 1;
	const work = async (): Promise<void> => {
		while (next < REQUESTS) await send(next++);
	};
	const all = send(0).then(async () => await Promise.all(Array.from({ length: IN_FLIGHT }, work)));
	await clock.until(all);
	return service.finished;
}

/** This node. @throws if a row is not found */
export async function runNode(point: Point): Promise<Finished> {
	const clock = new VirtualClock();
	const service = new Service(point, clock);
	const send = async ({ name }: { name: string }, body: object): Promise<Reply> => {
		const retryAfter = await service.request(TOOLS.findIndex((one) => one.name === name));
		const inputs = Object.values(body).flat() as string[];
		return retryAfter === undefined ? accepted(inputs) : refused(retryAfter);
	};
	const limits = { concurrency: IN_FLIGHT, maxRunTime: Infinity, maxTokens: Infinity, maxWait: 60_000 };
	const env = { send, clock, random: () => 0, signal: new AbortController().signal, progress: noop, log: noop };
	const { rows } = await clock.until(run(routesOf(point), limits, env));
	const missing = rows.filter(({ outcome }) => outcome.is !== 'found').length;
	if (missing > 0) throw new Error(`${missing} rows are not found at ${JSON.stringify(point)}`);
	return service.finished;
}

const noop = (): void => undefined;

const routesOf = ({ kind }: Point): Route[] =>
	Array.from({ length: REQUESTS * LOOKUPS_PER_REQUEST }, (_, nth) => {
		const reading = readLinkedin(`https://www.linkedin.com/in/person-${nth}`);
		if (reading.is !== 'identifier') throw new Error('The address is not read');
		const isOther = kind.startsWith('two tools') && Math.floor(nth / LOOKUPS_PER_REQUEST) % 2 === 1;
		return singleLookup(lookupOf(TOOLS[isOther ? 1 : 0], reading.identifier, 'without'));
	});

const accepted = (inputs: readonly string[]): Reply => ({
	is: 'http',
	status: 200,
	headers: {},
	body: { status: 'ok', results: inputs.map((input) => ({ input, email: 'ada@example.com' })), metadata: {} },
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
