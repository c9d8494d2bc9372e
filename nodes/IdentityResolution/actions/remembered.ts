import type { IExecuteFunctions } from 'n8n-workflow';
import { withoutPhone } from '../api/phone';
import type { Outcome } from '../run/outcome';
import { settled, type Lookup, type Route } from '../run/lookup';
import type { SettledRow } from '../run/settle';

type Answered = Extract<Outcome, { is: 'found' | 'not_found' }>;

const MOST = 500;

/**
 * What a model was answered about people in this execution. Each of its calls is a run of its own, and models ask the
 * same again; kept in the node's context, which n8n keeps with the execution and no longer, the same question is paid once.
 */
export class Remembered {
	private readonly answers: Record<string, Answered>;

	constructor(host: IExecuteFunctions) {
		const context = host.getContext('node') as { answers?: Record<string, Answered> };
		this.answers = context.answers ??= {};
	}

	/** A row's way: to what it was answered before, where it was, else its own. */
	wayOf(route: Route): Route {
		const first = route([]);
		const known = 'ask' in first ? this.answerTo(first.ask) : undefined;
		return known === undefined ? route : settled(known);
	}

	/** Keeps what a row was answered. A limit, a failure and a phone that was left out may be different next time. */
	keep({ outcome, steps: [step, ...more] }: SettledRow): void {
		if (step === undefined || more.length > 0 || !isLasting(step.lookup)) return;
		if ((outcome.is !== 'found' && outcome.is !== 'not_found') || outcome.phone !== 'as_asked') return;
		if (Object.keys(this.answers).length < MOST) this.answers[nameOf(step.lookup)] = outcome;
	}

	private answerTo(lookup: Lookup): Answered | undefined {
		const known = this.answers[nameOf(lookup)];
		if (known !== undefined || lookup.phone === 'with') return known;
		const more = this.answers[nameOf({ key: lookup.key, phone: 'with' })];
		return more && { ...more, answer: { ...more.answer, results: withoutPhone(more.answer.results) } };
	}
}

/** What any other tool answers, such as a balance, may be another answer a moment later. */
const isLasting = ({ identifier }: Lookup) => identifier.kind !== 'body';

const nameOf = ({ key, phone }: Pick<Lookup, 'key' | 'phone'>) => `${key} ${phone} phone`;
