import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { EVENTS } from '../../../nodes/IdentityResolution/actions/trigger/events/events';
import { sandboxes } from '../../support/node/sandboxes';
import { triggerOn } from '../../support/node/triggerRun';

const start = sandboxes();
const PROJECT = join(__dirname, '..', '..', '..');
const PAGE = readFileSync(join(PROJECT, 'SECURITY.md'), 'utf8');

const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
	repository: { url: string };
	dependencies?: object;
};

describe('SECURITY.md', () => {
	it('refers only to existing tests', () => {
		const named = [...PAGE.matchAll(/`((?:test|e2e)\/[\w/.]+\.test\.ts)`/g)].map(([, path]) => path);
		expect(named.length).toBeGreaterThan(5);
		expect(named.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
	});

	it('links to the private reports of the package repository', () => {
		const repository = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
		expect(PAGE).toContain(`(${repository}/security/advisories/new)`);
	});

	it('states correctly that there are no runtime dependencies', () => {
		expect(PAGE).toContain('The package has none.');
		expect(Object.keys(manifest.dependencies ?? {})).toEqual([]);
	});

	it('names every event of the trigger', () => {
		const table = /\| Event \| Remembers \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(PAGE)?.[1] ?? '';
		const named = table.split('\n').flatMap((line) => line.split('|')[1]?.split(',') ?? []);
		expect(
			named
				.map((name) => name.trim())
				.filter((name) => name !== '')
				.sort(),
		).toEqual(EVENTS.map(({ name }) => name).sort());
	});
});

/** The data that each event remembers after an account check, according to the page. */
const REMEMBERED: Record<string, unknown> = {
	accountChanged: { plan: 'growth', status: 'active', personal_email_available: true },
	lowBalance: { low: true },
	lowPhoneTokens: { low: true },
	usageReport: { reported: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string },
	windowLow: { enrich_records_5h: expect.any(Number) as number },
	windowOpen: { enrich: ['enrich_records_5h'] },
};

it.each(EVENTS.map(({ event }) => event))(
	'the static data of %s contains only what SECURITY.md lists',
	async (event) => {
		const sandbox = await start({
			account: { showsPhoneTokens: true },
			limits: { enrich: { records: { '5h': 10 } } },
			spent: { enrich: { records: 10 } },
		});
		const settings: INodeParameters = {
			threshold: 1_000_000,
			windows: ['enrich_records_5h'],
			percent: 100,
			watch: ['plan', 'status', 'personal_email_available'],
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
