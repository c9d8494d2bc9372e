import { rowsOf } from '../../../dev/n8n/instance/executions';
import { importExample, runExample, sentKeys } from '../support/example';
import { useHosted } from '../support/hosted';
import { Table } from '../support/table';

const DAY = 24 * 60 * 60 * 1_000;
const IN = 'https://www.linkedin.com/in';

describe('refresh-after-90-days.json', () => {
	const host = useHosted();
	const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

	it('looks up only contacts without an answer or with an old one, and notes a new employer', async () => {
		const id = await importExample(host, 'refresh-after-90-days.json');
		await runExample(host, id, 'First time only');
		await runExample(host, id, 'First time only');
		const table = await Table.open(host.rest, 'Contacts to Refresh');
		await table.insert([
			{ linkedin: `${IN}/mover`, answered_at: ago(91), company_name: 'Old Works', title: 'CTO' },
			{ linkedin: `${IN}/recent`, answered_at: ago(89), company_name: 'Old Works', title: 'CTO' },
		]);
		await runExample(host, id, 'Every night');
		const [found, mover, recent] = await table.rows();
		expect(sentKeys(host).sort()).toEqual(['linkedin:mover', 'linkedin:test-found']);
		expect(found).toMatchObject({ status: 'found', previous_company: null, job_changed_at: null });
		expect(mover).toMatchObject({ status: 'found', previous_company: 'Old Works' });
		expect(mover.company_name).not.toBe('Old Works');
		expect(Date.parse(String(mover.job_changed_at))).toBeGreaterThan(Date.now() - DAY);
		expect(recent).toMatchObject({ company_name: 'Old Works', previous_company: null, status: null });

		host.sandbox.ledger.clear();
		await runExample(host, id, 'Every night');
		expect(sentKeys(host)).toEqual([]);
		expect((await table.rows())[1]).toMatchObject({ previous_company: 'Old Works' });
		await table.drop();
	});
});

describe('audit-log.json', () => {
	const host = useHosted({ sandbox: { settings: { hitRate: 0.7 } } });

	it('logs each identifier that was sent once, with its time, result and cost', async () => {
		const id = await importExample(host, 'audit-log.json', undefined, 100);
		const start = Date.now();
		const rows = rowsOf(await runExample(host, id), 'Find personal emails');
		const table = await Table.open(host.rest, 'Lookup Log');
		const log = await table.rows();
		await table.drop();
		const found = rows.filter(({ enriched_status }) => enriched_status === 'found');
		expect(log.map(({ identifier }) => String(identifier).replace(`${IN}/`, 'linkedin:')).sort()).toEqual(
			sentKeys(host).sort(),
		);
		expect(new Set(log.map(({ tool }) => tool))).toEqual(new Set(['linkedin_to_best_personal_email_usa']));
		for (const { sent_at: sentAt } of log) {
			expect(Date.parse(String(sentAt))).toBeGreaterThanOrEqual(start - 1_000);
			expect(Date.parse(String(sentAt))).toBeLessThanOrEqual(Date.now() + 1_000);
		}
		expect(log.filter(({ status }) => status === 'found').length).toBeGreaterThan(10);
		expect(log.filter(({ status }) => status === 'found').length).toBeLessThanOrEqual(found.length);
		expect(new Set(log.map(({ status }) => status))).toEqual(new Set(['found', 'not_found']));
	});
});
