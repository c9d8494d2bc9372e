import type { INodeParameters } from 'n8n-workflow';
import { EVENTS } from '../../../nodes/IdentityResolution/actions/trigger/events';
import { sandboxes } from '../../support/node/sandboxes';
import { triggerOn } from '../../support/node/triggerRun';

const start = sandboxes();

/** The data that each event remembers after an account check, according to SECURITY.md. */
const REMEMBERED: Record<string, unknown> = {
	lowBalance: { low: true },
	windowLow: { enrich_records_5h: expect.any(Number) as number },
	windowOpen: { enrich: ['enrich_records_5h'] },
};

it.each(EVENTS.map(({ event }) => event))(
	'the static data of %s contains only what SECURITY.md lists',
	async (event) => {
		const sandbox = await start({
			limits: { enrich: { records: { '5h': 10 } } },
			spent: { enrich: { records: 10 } },
		});
		const settings: INodeParameters = {
			threshold: 1_000_000,
			windows: ['enrich_records_5h'],
			percent: 100,
		};
		const trigger = await triggerOn(sandbox, { event, ...settings });
		expect((await trigger.activate()).is).not.toBe('failed');
		const saved = JSON.parse(trigger.saved) as Record<
			string,
			{ polled: { settings: string; account: string; data: unknown } }
		>;
		const [data] = Object.values(saved);
		expect(Object.keys(data)).toEqual(['polled']);
		expect(Object.keys(data.polled).sort()).toEqual(['account', 'data', 'settings']);
		expect(JSON.parse(data.polled.settings)).toMatchObject({ event });
		expect(data.polled.data).toEqual(REMEMBERED[event]);
	},
);
