import { readErrorBlock } from '../../nodes/IdentityResolution/api/replies/refusal';
import { reachedIn, StateCounts, TRACED_STATES, type TracedRequest } from '../../dev/oracle/rareStates';
import { nameOf } from '../support/virtual/fakeService';
import { runScenario, sampleScenarios } from '../support/virtual/flakyScenarios';
import type { Entry } from '../support/virtual/flakyService';

/** The request of an entry, as the ledger of the sandbox would record it. */
function traced({ request: { tool, inputs, phone }, reply, charged }: Entry): TracedRequest {
	const isReadable = reply?.is === 'http' && typeof reply.body === 'object';
	return {
		tool: tool.name,
		status: reply?.is === 'http' ? reply.status : reply?.is === 'lost' ? 200 : 0,
		code: isReadable ? (readErrorBlock(reply.body)?.code ?? null) : null,
		keys: inputs.map(nameOf),
		phone,
		charged,
		fate: isReadable ? 'answered' : 'lost',
	};
}

it('the random scenarios reach every rare state', async () => {
	const counts = new StateCounts(TRACED_STATES);
	for (const scenario of sampleScenarios(12)) {
		const { done, ledger } = await runScenario(scenario);
		counts.add(reachedIn({ requests: ledger.map(traced), log: done.logged }));
	}
	expect(counts.missed()).toEqual([]);
});
