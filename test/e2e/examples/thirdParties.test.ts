import { importExample, runExample, sentKeys } from '../support/example';
import { expectOwnAnswers } from '../support/expected';
import { useHosted } from '../support/hosted';
import { executionsOf, polledByHand, publish, unpublish } from '../trigger/triggerWorkflow';
import { START, useStandIns } from './standIns';

type Row = Record<string, unknown>;

const IN = 'https://www.linkedin.com/in';

/** A row without the time of its answer. */
const withoutTime = ({ enriched_answered_at: _time, ...row }: Record<string, unknown>) => row;

describe('google-sheets-enrich.json', () => {
	const people = Array.from({ length: 12 }, (_, index) => `${IN}/sheet-person-${index}`);
	/** Twelve people twice, a blank and a typo. */
	const cells = [...people, '', 'https://www.example.com/in/nobody', ...people];
	const sheet: Row[] = cells.map((linkedin, index) => ({ row_number: index + 2, name: `Person ${index}`, linkedin }));
	const host = useHosted({ sandbox: { settings: { hitRate: 0.6 } } });
	const google = useStandIns({
		'Rows of the Sheet': () => sheet,
		'Write Back': ({ item }) => {
			const row = sheet.findIndex(({ row_number }) => row_number === item.row_number);
			sheet[row] = { ...sheet[row], ...item };
			return item;
		},
	});
	let id: string;

	beforeAll(async () => {
		id = await importExample(host, 'google-sheets-enrich.json', google.replaceIn);
	});

	it('writes its own answer into every row and keeps the columns of the sheet', async () => {
		const before = sheet.map((row) => ({ ...row }));
		await runExample(host, id);
		expect(sheet).toMatchObject(before);
		expectOwnAnswers(sheet, cells, host.sandbox.settings());
		expect(new Set(sheet.map(({ enriched_status }) => enriched_status))).toEqual(
			new Set(['found', 'not_found', 'skipped', 'invalid']),
		);
		expect(sentKeys(host)).toHaveLength(people.length);
		expect(new Set(sentKeys(host)).size).toBe(people.length);
	});

	it('looks up only new and deferred rows on the second run', async () => {
		const before = sheet.map((row) => ({ ...row }));
		sheet.push({ row_number: 100, name: 'New', linkedin: `${IN}/new-person-1` });
		sheet[0] = { ...sheet[0], enriched_status: 'deferred' };
		host.sandbox.ledger.clear();
		await runExample(host, id);
		expect(sentKeys(host).sort()).toEqual(['linkedin:new-person-1', 'linkedin:sheet-person-0']);
		expect(sheet.slice(0, before.length).map(withoutTime)).toEqual(before.map(withoutTime));
		expect(sheet[before.length].enriched_status).toEqual(expect.any(String));
	});
});

describe('google-sheets-trigger.json', () => {
	const newRows = [
		{ row_number: 7, name: 'Ada', linkedin: `${IN}/test-found` },
		{ row_number: 8, name: 'Nobody', linkedin: `${IN}/test-not-found` },
		{ row_number: 9, name: 'Blank', linkedin: '' },
		{ row_number: 10, name: 'Ada again', linkedin: 'linkedin.com/in/test-found/' },
	];
	const host = useHosted();
	const google = useStandIns({ 'New Row': () => newRows, 'Write Back': ({ item }) => item });

	it('looks new rows up together and writes each one back to its own place', async () => {
		await runExample(host, await importExample(host, 'google-sheets-trigger.json', google.replaceIn), START);
		const written = google.calls.filter(({ node }) => node === 'Write Back').map(({ item }) => item);
		const statuses = ['found', 'not_found', 'skipped', 'found'];
		expect(written.sort((one, other) => Number(one.row_number) - Number(other.row_number))).toMatchObject(
			newRows.map((row, index) => ({ ...row, enriched_status: statuses[index] })),
		);
		expect(written[0].enriched_full_name).toEqual(expect.any(String));
		expect(written[3].enriched_full_name).toBe(written[0].enriched_full_name);
		expect(sentKeys(host).sort()).toEqual(['linkedin:test-found', 'linkedin:test-not-found']);
	});
});

describe('crm-new-contact.json', () => {
	/** HubSpot omits empty fields. */
	const CONTACTS: Record<string, Record<string, { value: string }>> = {
		1: { email: { value: 'test-found@example.com' } },
		2: { email: { value: 'test-not-found@example.com' }, firstname: { value: 'Nell' } },
		3: { email: { value: 'no address' } },
		4: {
			email: { value: 'TEST-FOUND@example.com' },
			firstname: { value: 'Typed' },
			jobtitle: { value: 'By a colleague' },
		},
		5: {},
	};

	const host = useHosted();
	const hubspot = useStandIns({
		'New Contact': () =>
			Object.keys(CONTACTS).map((id) => ({ contactId: Number(id), subscriptionType: 'contact.creation' })),
		'Read Contact': ({ parameters }) => {
			const { value } = parameters.contactId as { value: number };
			return { vid: value, properties: CONTACTS[value] };
		},
		'Update Contact': () => ({ ok: true }),
	});

	beforeAll(async () => {
		await runExample(host, await importExample(host, 'crm-new-contact.json', hubspot.replaceIn), START);
	});

	it('updates only found contacts, and fills only their empty fields', () => {
		const updates = hubspot.calls
			.filter(({ node }) => node === 'Update Contact')
			.map(({ parameters }) => parameters);
		expect(updates.map(({ email }) => email)).toEqual(['test-found@example.com', 'TEST-FOUND@example.com']);
		const [empty, typed] = updates.map(({ additionalFields }) => additionalFields as Record<string, string>);
		expect(Object.keys(empty).sort()).toEqual(['companyName', 'firstName', 'jobTitle', 'lastName', 'linkedinUrl']);
		for (const value of Object.values(empty)) expect(value).toMatch(/./);
		expect(typed).toMatchObject({ firstName: 'Typed', jobTitle: 'By a colleague', companyName: empty.companyName });
	});

	it('looks each person up once, and skips typos and blanks', () => {
		expect(host.sandbox.ledger.summary()).toMatchObject({ identifiersCharged: 1, chargedMoreThanOnce: [] });
		expect(host.sandbox.ledger.requests().filter(({ tool }) => tool !== 'get_account')).toHaveLength(2);
	});
});

describe('low-balance-slack.json', () => {
	const host = useHosted({ sandbox: { settings: { account: { tokens: 5_000 } } } });
	const slack = useStandIns({ 'Tell Slack': () => ({ ok: true }) });
	let id: string;

	/** Publishes the workflow again, which makes the trigger poll. */
	async function pollAt(tokens: number): Promise<void> {
		host.sandbox.configure({ account: { tokens } });
		await unpublish(host.rest, id);
		await publish(host.rest, id);
	}

	beforeAll(async () => {
		id = await importExample(host, 'low-balance-slack.json', (workflow) => slack.replaceIn(polledByHand(workflow)));
		await publish(host.rest, id);
	});

	it('sends one message each time that the balance becomes low, also after a top-up', async () => {
		await pollAt(1_000);
		expect(await executionsOf(host.rest, id, 0)).toEqual([]);
		await pollAt(999);
		await executionsOf(host.rest, id, 1);
		await pollAt(900);
		await pollAt(5_000);
		await executionsOf(host.rest, id, 2);
		await pollAt(10);
		const executions = await executionsOf(host.rest, id, 3);
		expect(executions.map(({ status, runs }) => [status, Object.keys(runs)])).toEqual([
			['success', ['Low Balance', 'Account', 'Tell Slack']],
			['success', ['Low Balance']],
			['success', ['Low Balance', 'Account', 'Tell Slack']],
		]);
		expect(slack.calls.map(({ parameters }) => parameters.text)).toEqual([
			':warning: Sandbox Account has 999 tokens left, fewer than 1000. Its plan is growth.',
			expect.stringContaining('has 10 tokens'),
		]);
		expect(Object.keys(host.sandbox.ledger.summary().byTool)).toEqual(['get_account']);
	});
});
