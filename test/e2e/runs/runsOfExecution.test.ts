import { executionEnded, type Execution } from '../../../dev/n8n/instance/executions';
import { useHosted } from '../support/hosted';
import { NODE, START, twoWires } from '../support/rowsWorkflow';

const host = useHosted({ sandbox: { settings: { hitRate: 1 } } });

const rows = ['ada', 'bob', 'cyd', 'listed'].map((name) => ({ who: `in/${name}-example` }));
const parameters = { linkedinUrl: '={{ $json.who }}', options: { suppressionList: true } };
const suppressed = [{ profile: 'Listed-Example' }];
const withTwoWires = (more: Record<string, unknown> = {}) => ({
	...twoWires({ rows, suppressed, parameters }, host.credential),
	...more,
});

const statuses = ({ runs }: Execution) =>
	runs[NODE].map(({ data }) => (data?.main[0] ?? []).map(({ json }) => json.enriched_status));

async function charged(run: () => Promise<unknown>): Promise<number> {
	const before = host.sandbox.ledger.summary().tokensCharged;
	await run();
	return host.sandbox.ledger.summary().tokensCharged - before;
}

const ALL_FOUND = rows.map(({ who }) => (who === 'in/listed-example' ? 'suppressed' : 'found'));

it.each([
	['as they run', {}],
	['with the rows pinned', { pinData: { Rows: rows.map((json) => ({ json })) } }],
])('two wires to the node pay for each person once: %s', async (_how, more) => {
	const { id } = await host.rest.createWorkflow(withTwoWires(more));
	const tokens = await charged(async () => {
		const done = await executionEnded(host.rest, await host.rest.run(id, START));
		expect([done.status, statuses(done)]).toEqual(['success', [ALL_FOUND, ALL_FOUND]]);
		const hints = done.runs[NODE][1].hints ?? [];
		expect(hints.map(({ message }) => message).join()).toContain('Put a Merge node before it.');
	});
	expect(tokens).toBe(rows.length - suppressed.length);
});

it('executing only the node on the canvas again is a new execution, which nothing is left of', async () => {
	const { id } = await host.rest.createWorkflow(withTwoWires());
	const first = await executionEnded(host.rest, await host.rest.run(id, START));
	const { [NODE]: _own, ...runData } = first.runs;
	const destination = { runData, destinationNode: { nodeName: NODE, mode: 'inclusive' }, dirtyNodeNames: [] };
	const tokens = await charged(async () => {
		const again = await executionEnded(host.rest, await host.rest.start(id, destination));
		expect([again.status, new Set(statuses(again).flat())]).toEqual(['success', new Set(ALL_FOUND)]);
	});
	expect(tokens).toBe(rows.length - suppressed.length);
});
