import type { PolledNode, Poll } from '../../../dev/n8n/engine/pollNode';
import { listenToLogs, type LogLine } from '../../../dev/n8n/engine/logs';
import { EVENTS } from '../../../nodes/IdentityResolution/actions/trigger/events';
import { everythingIn } from '../../support/everything';
import { sandboxes } from '../../support/node/sandboxes';
import { triggerOn } from '../../support/node/triggerRun';

const start = sandboxes();
const MARKER = 'sandbox_markerkey9Z';
const PARAMETERS: Record<string, unknown> = { threshold: 1_000_000, windows: ['enrich_records_5h'], percent: 100 };

const SEEN = { uses: [[expect.any(Number), 10]], hasRoom: false, isDue: true, at: expect.any(Number) as number };

/** The data that each event remembers after an account check, according to SECURITY.md. */
const REMEMBERED: Record<string, unknown> = {
	lowBalance: { low: true },
	windowLow: { windows: { enrich_records_5h: expect.any(Number) as number }, notOnPlan: [] },
	windowOpen: { windows: expect.objectContaining({ enrich_records_5h: SEEN }) as unknown, notOnPlan: [] },
};

const lines: LogLine[] = [];
beforeAll(() => listenToLogs((line) => lines.push(line)));
beforeEach(() => lines.splice(0));

/** Everything that leaves the trigger: items, errors, static data and logs. */
const traces = ({ saved }: PolledNode, polls: Poll[]) => everythingIn({ polls, saved, lines });

const pollsOf = async (trigger: PolledNode) => [await trigger.activate(), await trigger.fetchTestEvent()];

describe.each(EVENTS.map(({ event }) => event))('the event %s', (event) => {
	it('lets the key leave the trigger only in requests', async () => {
		const sandbox = await start({ keys: [MARKER] });
		const trigger = await triggerOn(sandbox, { event, ...PARAMETERS });
		const polls = await pollsOf(trigger);
		expect(polls.map(({ is }) => is)).not.toContain('failed');
		sandbox.configure({ keys: ['sandbox_another'] });
		polls.push(await trigger.poll());
		expect(polls.at(-1)?.is).toBe('failed');
		expect(traces(trigger, polls)).not.toContain(MARKER);
		expect(lines.length).toBeGreaterThan(0);
	});

	it('has only what SECURITY.md lists in its static data', async () => {
		const windows = { limits: { enrich: { records: { '5h': 10 } } }, spent: { enrich: { records: 10 } } };
		const trigger = await triggerOn(await start(windows), { event, ...PARAMETERS });
		expect((await trigger.activate()).is).not.toBe('failed');
		const saved = JSON.parse(trigger.saved) as Record<string, Record<string, string>>;
		const [{ seen, account, ...others }] = Object.values(saved);
		expect(JSON.parse(seen)).toEqual({ acct_sandbox: { [event]: REMEMBERED[event] } });
		expect([account, others]).toEqual(['acct_sandbox', {}]);
	});
});
