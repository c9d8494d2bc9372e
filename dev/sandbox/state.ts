import { BurstGuard } from './burst';
import { FairUse } from './fairUse';
import { FaultCounts } from './faultCounts';
import { Ledger } from './ledger';
import type { SandboxSettings } from './settings';
import { Usage } from './usage';

/** Everything that a service remembers between requests. The balance lives in the settings: they are its own copy. */
export interface State {
	settings: SandboxSettings;
	fairUse: FairUse;
	burst: BurstGuard;
	ledger: Ledger;
	usage: Usage;
	faults: FaultCounts;
	/** `<tool> <key>` of test identifiers that are refused the first time only, once they were. */
	refusedOnce: Set<string>;
}

/** The state of a service that nobody has asked yet. */
export const freshState = (settings: SandboxSettings): State => ({
	settings,
	fairUse: new FairUse(settings.spent),
	burst: new BurstGuard(),
	ledger: new Ledger(),
	usage: new Usage(),
	faults: new FaultCounts(),
	refusedOnce: new Set(),
});
