import { answerMiss, hostileServers } from '../../support/wire/hostileServer';
import { column, runOperation } from '../../support/node/nodeRun';

const start = hostileServers();

/** Runs rows that differ only in one cell, and returns the requests. */
async function sentFor(
	cells: readonly string[],
	[resource, operation, parameter]: [string, string, string],
	others: Record<string, string> = {},
) {
	const service = await start(answerMiss);
	const run = await runOperation(service, {
		resource,
		operation,
		parameters: { [parameter]: '={{ $json.cell }}', ...others },
		node: { onError: 'continueRegularOutput' },
		rows: cells.map((cell) => ({ cell })),
	});
	return { sent: service.received.map(({ text }) => text), statuses: column(run, 'enriched_status') };
}

const EMAIL: [string, string, string] = ['businessProfile', 'findByEmail', 'email'];
const NAME: [string, string, string] = ['workEmail', 'findByName', 'fullName'];

/** Every blank character beyond ASCII that is visible. */
const BLANKS = [0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000].concat(
	Array.from({ length: 11 }, (_, offset) => 0x2000 + offset),
);

describe('an email', () => {
	it.each([
		['in composed and decomposed letters', ['josé@example.com', 'jose\u0301@example.com'], 'josé@example.com'],
		[
			'with an international host in both forms',
			['ada@bücher.example', 'ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
			'ada@xn--bcher-kva.example',
		],
	])('%s is one person', async (_what, cells, email) => {
		const { sent, statuses } = await sentFor(cells, EMAIL);
		expect(sent).toEqual([JSON.stringify({ email })]);
		expect(statuses).toEqual(cells.map(() => 'not_found'));
	});

	it('with a letter that would become one of A to Z is nobody', async () => {
		const odd = ['mar\u212A@example.com', 'ｍark@example.com', 'mark@ex\u2100mple.com', 'mar\u0131@example.com'];
		const { sent, statuses } = await sentFor(['mark@example.com', ...odd], EMAIL);
		expect(sent).toEqual(['{"email":"mark@example.com"}']);
		expect(statuses).toEqual(['not_found', ...odd.map(() => 'invalid')]);
	});
});

describe('a name', () => {
	it('with any blank is one person, is sent with a space, composed and without invisible characters', async () => {
		const blanks = BLANKS.map((blank) => `José${String.fromCodePoint(blank)}Example`);
		const cells = [...blanks, 'José  Example', 'Jose\u0301 Example', 'José\u200b Ex\u00adample'];
		const { sent } = await sentFor(cells, NAME, { company: 'Example Ltd' });
		expect(sent).toEqual(['{"name":"José Example","company":"Example Ltd"}']);
	});

	it('of a company domain with a letter that only looks like one of A to Z is invalid', async () => {
		const field: typeof NAME = ['workEmail', 'findByName', 'companyDomain'];
		const { sent, statuses } = await sentFor(['\u212Aelvin.example'], field, { fullName: 'Ada Example' });
		expect([sent, statuses]).toEqual([[], ['invalid']]);
	});
});

it('a filter of a search is sent in the spelling that its key is made of', async () => {
	const { sent } = await sentFor(['Zu\u0308rich\u2003AG', 'Zürich AG'], ['person', 'search', 'query']);
	expect(sent).toEqual([expect.stringContaining('"query":"Zürich AG"')]);
});

it('a profile with a letter that would become one of A to Z is nobody', async () => {
	const cells = ['https://www.linkedin.com/in/mark', 'https://www.linkedin.com/in/mar%E2%84%AA'];
	const { sent, statuses } = await sentFor(cells, ['personalEmail', 'findBest', 'linkedinUrl']);
	expect(sent).toEqual(['{"linkedin_url":"https://www.linkedin.com/in/mark"}']);
	expect(statuses).toEqual(['not_found', 'invalid']);
});
