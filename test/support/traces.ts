import type { Lookup } from '../../nodes/IdentityResolution/run/lookup';
import { nameOf } from './fakeService';
import type { Entry } from './flakyService';

/** Names a person and a tool in a ledger. */
export const personOf = ({ tool, identifier }: Pick<Lookup, 'tool' | 'identifier'>) =>
	`${tool.name} ${nameOf(String(identifier.value))}`;

/** What one request meant for one person. */
export interface Trace {
	nth: number;
	/** Requests sent before it was answered. */
	sentByThen: number;
	/** Whether its answer was a hit; null where it brought none. */
	answered: boolean | null;
	doubtful: boolean;
	charged: boolean;
}

/** The traces of each person and tool, in the order of the requests. */
export function byPerson(ledger: readonly Entry[]): Map<string, Trace[]> {
	const persons = new Map<string, Trace[]>();
	for (const { request, answered, unconfirmed, charged } of [...ledger].sort(
		(a, b) => a.request.nth - b.request.nth,
	)) {
		for (const name of request.inputs.map(nameOf)) {
			const person = `${request.tool.name} ${name}`;
			const trace: Trace = {
				nth: request.nth,
				sentByThen: request.answered?.sent ?? Infinity,
				answered: answered.get(name) ?? null,
				doubtful: unconfirmed.includes(name),
				charged: charged.includes(name),
			};
			persons.set(person, [...(persons.get(person) ?? []), trace]);
		}
	}
	return persons;
}
