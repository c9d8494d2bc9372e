import type { Fault } from '../sandbox/http/faults';
import type { Charge, LedgerEntry } from '../sandbox/ledger';
import { startSandbox, type Sandbox } from '../sandbox/server';
import type { Operation } from './operations';

/** Whether a fault strikes the first request of each tool alone, so that everything must come right, or every one. */
export type Mode = 'first' | 'always';

/** Where the requests of one cell go, and what could be seen there. */
export interface Place {
	credential: { baseUrl: string; apiKey: string };
	requests(): readonly LedgerEntry[];
	charges(): readonly Charge[];
	/** Requests that reached somebody whom no key should ever reach. */
	strays(): number;
	close(): Promise<void>;
}

/** Opens a place of its own for a cell. */
export type Open = (mode: Mode, operation: Operation) => Promise<Place>;

/** The day on which it is, so that dates and windows are the same in every cell. Epoch ms. */
const NOON = Date.UTC(2030, 0, 1, 12);

/** Prices as the node takes them to be, so that rows go the same way whichever answer comes first. */
const PRICES = { hem_to_business_profile: 2, linkedin_to_business_profile: 2 };

const start = (faults: Fault[]): Promise<Sandbox> =>
	startSandbox({ now: () => NOON, settings: { prices: PRICES, faults } });

const placeAt = (sandbox: Sandbox): Place => ({
	credential: { baseUrl: sandbox.url, apiKey: sandbox.key },
	requests: () => sandbox.ledger.requests(),
	charges: () => sandbox.ledger.charges(),
	strays: () => 0,
	close: () => sandbox.close(),
});

/** The service without any fault. */
export const quietService = async (): Promise<Place> => placeAt(await start([]));

/** The service, with a fault that strikes each tool's first request or every one. */
export const service =
	(fault: Fault): Open =>
	async (mode, { tools }) =>
		placeAt(await start(mode === 'always' ? [fault] : tools.map((tool) => ({ ...fault, tool, first: 1 }))));

/** The service redirects to another host, where somebody waits for the key. */
export const redirectedElsewhere: Open = async (mode, operation) => {
	const elsewhere = await startSandbox();
	const place = await service({ kind: 'redirect', to: `${elsewhere.url}/get_account` })(mode, operation);
	return {
		...place,
		strays: () => elsewhere.ledger.requests().length,
		close: async () => {
			await Promise.all([place.close(), elsewhere.close()]);
		},
	};
};
