import { isHeld } from '../sandbox/people';
import type { LedgerEntry } from '../sandbox/ledger';
import type { Service } from './truth';

/** Whom a request was charged for: the service goes through a batch in order and charges each hit, until something cuts it short. */
const chargedIn = ({ keys, records }: LedgerEntry, { seed, hitRate }: Service): string[] =>
	keys.filter((key) => isHeld(key, seed, hitRate)).slice(0, records);

/**
 * Who was charged again after an answer had arrived: tool and key, once for each time.
 * @param requests of one run, in the order in which the service got them
 */
export function paidAgain(requests: readonly LedgerEntry[], service: Service): string[] {
	const arrived = new Set<string>();
	const again: string[] = [];
	for (const request of requests) {
		for (const key of chargedIn(request, service)) {
			const name = `${request.tool} ${key}`;
			if (arrived.has(name)) again.push(name);
			if (request.fate === 'answered') arrived.add(name);
		}
	}
	return again;
}

/** The keys for which an answer arrived that was paid for. */
export const paidFor = (requests: readonly LedgerEntry[], service: Service): ReadonlySet<string> =>
	new Set(requests.filter(({ fate }) => fate === 'answered').flatMap((request) => chargedIn(request, service)));

/** Requests to which an answer arrived that says something of each person, or of those before it was cut short. */
export const answered = (requests: readonly LedgerEntry[]): LedgerEntry[] =>
	requests.filter(
		({ status, fate, code, records, keys }) =>
			status === 200 && fate === 'answered' && keys.length > 0 && (code === null || records > 0),
	);
