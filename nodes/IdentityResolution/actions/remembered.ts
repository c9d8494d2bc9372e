import type { IExecuteFunctions } from 'n8n-workflow';
import type { Outcome } from '../run/outcome';
import { settled, type Lookup, type Route } from '../run/lookup';
import type { SettledRow } from '../run/settle';

const MOST = 500;

/**
 * What a model was answered in this execution. Each of its calls is a run of its own, and models ask the same again; kept
 * in the node's context, which n8n keeps as long as the execution and no longer, the same question is paid once.
 */
export class Remembered {
	private readonly answers: Record<string, Outcome>;

	constructor(host: IExecuteFunctions) {
		const context = host.getContext('node') as { answers?: Record<string, Outcome> };
		this.answers = context.answers ??= {};
	}

	/** A row's way: to what it was answered before, where it was, else its own. */
	wayOf(route: Route): Route {
		const first = route([]);
		if (!('ask' in first)) return route;
		const name = nameOf(first.ask);
		return Object.hasOwn(this.answers, name) ? settled(this.answers[name]) : route;
	}

	/** Keeps what a row was answered. A limit, a failure and a phone that was left out may be different next time. */
	keep({ outcome, steps }: SettledRow): void {
		const answered = (outcome.is === 'found' || outcome.is === 'not_found') && outcome.phone === 'as_asked';
		if (!answered || steps.length !== 1 || Object.keys(this.answers).length >= MOST) return;
		this.answers[nameOf(steps[0].lookup)] = outcome;
	}
}

const nameOf = ({ key, phone }: Lookup) => `${key} ${phone} phone`;
