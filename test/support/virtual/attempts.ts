import type { Lookup } from '../../../nodes/IdentityResolution/run/lookup';
import { nameOf } from './fakeService';
import type { Entry } from './flakyService';

/** The key of a person and a tool in a ledger. */
export const personOf = ({ tool, identifier }: Pick<Lookup, 'tool' | 'identifier'>) =>
	`${tool.name} ${nameOf(String(identifier.value))}`;

/** The result of one request for one person. */
export interface Attempt {
	nth: number;
	/** The number of requests sent before the answer. */
	sentBeforeAnswer: number;
	/** Whether the answer is a hit; null without an answer. */
	answered: boolean | null;
	unconfirmed: boolean;
	charged: boolean;
}

/** The attempts for each person and tool, in the order of the requests. */
export function byPerson(ledger: readonly Entry[]): Map<string, Attempt[]> {
	const persons = new Map<string, Attempt[]>();
	for (const { request, answered, unconfirmed, charged } of [...ledger].sort(
		(a, b) => a.request.nth - b.request.nth,
	)) {
		for (const name of request.inputs.map(nameOf)) {
			const person = `${request.tool.name} ${name}`;
			const attempt: Attempt = {
				nth: request.nth,
				sentBeforeAnswer: request.answered?.sent ?? Infinity,
				answered: answered.get(name) ?? null,
				unconfirmed: unconfirmed.includes(name),
				charged: charged.includes(name),
			};
			persons.set(person, [...(persons.get(person) ?? []), attempt]);
		}
	}
	return persons;
}
