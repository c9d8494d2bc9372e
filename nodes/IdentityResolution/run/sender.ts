import { lookupsIn } from '../api/identifiers/body';
import { readReply } from '../api/readReply';
import { requestBody } from '../api/request';
import { getAccount } from '../api/tools/getAccount';
import type { Tool } from '../api/tool';
import { billOf } from './bill';
import type { AttemptKind } from './circuitBreaker';
import type { Ask } from './entry';
import { hold } from './hold';
import { judgeLook, lookAtAccount } from './look';
import type { InFlight } from './nextMove';
import { sending, timed } from './pace';
import type { Purchase } from './purchase';
import { halt, situationOf, type Running } from './state';
import type { Surroundings } from './surroundings';
import { takeReply } from './takeReply';
import { countReading, type Tally } from './tally';

/** Sends requests and takes in what each of them brings. */
export class Sender implements InFlight {
	private readonly asks = new Set<Ask>();
	private looks = 0;
	/** One after another, each of which is tried again. */
	private failedLooks = 0;

	constructor(
		private readonly run: Running,
		private readonly tally: Tally,
		private readonly around: Surroundings,
	) {}

	get total(): number {
		return this.asks.size + this.looks;
	}

	of({ name }: Tool): Record<AttemptKind, number> {
		const counts = { first: 0, retry: 0 };
		for (const { tool, attempt } of this.asks) if (tool.name === name) counts[attempt] += 1;
		return counts;
	}

	/** Sends one request, and resolves once its reply was taken in. */
	async send(ask: Ask): Promise<void> {
		const { run, tally, around } = this;
		const { state, book, budget } = run;
		const { tool, phone, entries } = ask;
		const asked = entries.map(({ lookup }) => lookup.identifier);
		const purchase: Purchase = { tool, phone, lookups: sum(asked.map(lookupsIn)) };
		const { episode } = state.pace;
		const sentAt = around.clock.now();
		state.pace = sending(state.pace, sentAt);
		for (const { record } of entries) record.attempts += 1;
		this.asks.add(ask);
		budget.begin(purchase);
		tally.requests += 1;
		if (entries.length > 1 && state.batches === 'untried') state.batches = 'on_trial';

		const reply = await around.send(tool, requestBody(tool, asked, phone));

		this.asks.delete(ask);
		const now = around.clock.now();
		const reading = readReply(tool, asked, reply, now);
		if (reading.is === 'answers') state.pace = timed(state.pace, now - sentAt);
		const bill = billOf(reading, asked);
		const { version } = budget.prices;
		budget.end(purchase, bill, reading.usage);
		countReading(tally, tool, reading, bill);
		takeReply(run, ask, reading, episode, now);
		if (budget.prices.areConsulted && budget.prices.version !== version) book.reconsider();
		tally.lookups = book.size;
		around.progress(tally);
	}

	/** Asks the free account how the windows stand. */
	async look(): Promise<void> {
		const { run, around, tally } = this;
		const { state, budget } = run;
		const { episode } = state.pace;
		this.looks += 1;
		tally.requests += 1;
		budget.look();

		const look = await lookAtAccount(around);

		this.looks -= 1;
		around.progress(tally);
		if (look.is === 'told') {
			this.failedLooks = 0;
			budget.learn(look.account);
			return;
		}
		const now = around.clock.now();
		const failed = { errors: this.failedLooks, lost: this.failedLooks, episode };
		const verdict = look.refusal && judgeLook(look.refusal, failed, situationOf(run, now));
		this.failedLooks = verdict?.do === 'pause' ? this.failedLooks + 1 : 0;
		budget.learnNothing(verdict?.do === 'pause' ? 'look_again' : 'go_on');
		if (verdict?.do === 'pause') hold(run, verdict, { tool: getAccount, refused: null }, now);
		if (verdict?.do === 'stop') halt(state, { ...verdict.stop, tool: null });
	}
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
