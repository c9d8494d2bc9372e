import { FaultCounts } from '../http/faults';
import { Ledger } from '../ledger';
import type { SandboxSettings } from '../settings';
import { Usage } from './account';
import { FairUse } from './fairUse';
import { BurstGuard } from './tokenBucket';

export interface State {
	settings: SandboxSettings;
	fairUse: FairUse;
	burst: BurstGuard;
	ledger: Ledger;
	usage: Usage;
	faults: FaultCounts;
	/** `<tool> <key>` of the test identifiers that were refused once and are found from then on. */
	refusedOnce: Set<string>;
}

export const createState = (settings: SandboxSettings): State => ({
	settings,
	fairUse: new FairUse(settings.spent),
	burst: new BurstGuard(),
	ledger: new Ledger(),
	usage: new Usage(),
	faults: new FaultCounts(),
	refusedOnce: new Set(),
});
