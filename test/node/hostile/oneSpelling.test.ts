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
	it('in composed and decomposed letters is one person, and is sent composed', async () => {
		const { sent, statuses } = await sentFor(['josé@example.com', 'jose\u0301@example.com'], EMAIL);
		expect(sent).toEqual(['{"email":"josé@example.com"}']);
		expect(statuses).toEqual(['not_found', 'not_found']);
	});

	it('with an international host is one person in both forms', async () => {
		const { sent } = await sentFor(
			['ada@bücher.example', 'ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
			EMAIL,
		);
		expect(sent).toEqual(['{"email":"ada@xn--bcher-kva.example"}']);
	});

	it.each(['mar\u212A@example.com', 'ｍark@example.com', 'mark@ex\u2100mple.com', 'mar\u0131@example.com'])(
		'%s is nobody, because a letter would become one of A to Z',
		async (cell) => {
			const { sent, statuses } = await sentFor(['mark@example.com', cell], EMAIL);
			expect(sent).toEqual(['{"email":"mark@example.com"}']);
			expect(statuses).toEqual(['not_found', 'invalid']);
		},
	);
});

describe('a name', () => {
	it('with any blank is one person, and is sent with a space', async () => {
		const cells = [...BLANKS.map((blank) => `Ada${String.fromCodePoint(blank)}Example`), 'Ada  Example'];
		const { sent } = await sentFor(cells, NAME, { company: 'Example Ltd' });
		expect(sent).toEqual(['{"name":"Ada Example","company":"Example Ltd"}']);
	});

	it('is sent composed and without invisible characters', async () => {
		const { sent } = await sentFor(['Jose\u0301 Example', 'José\u200b Ex\u00adample'], NAME, {
			company: 'Example',
		});
		expect(sent).toEqual(['{"name":"José Example","company":"Example"}']);
	});

	it('of a company domain with a letter that only looks like one of A to Z is invalid', async () => {
		const { sent, statuses } = await sentFor(
			['\u212Aelvin.example'],
			['workEmail', 'findByName', 'companyDomain'],
			{
				fullName: 'Ada Example',
			},
		);
		expect([sent, statuses]).toEqual([[], ['invalid']]);
	});
});

it('a filter of a search is sent in the spelling that its key is made of', async () => {
	const { sent } = await sentFor(['Zu\u0308rich\u2003AG', 'Zürich AG'], ['person', 'search', 'query']);
	expect(sent).toHaveLength(1);
	expect(sent[0]).toContain('"query":"Zürich AG"');
});

it('a profile with a letter that would become one of A to Z is nobody', async () => {
	const cells = ['https://www.linkedin.com/in/mark', 'https://www.linkedin.com/in/mar%E2%84%AA'];
	const { sent, statuses } = await sentFor(cells, ['personalEmail', 'findBest', 'linkedinUrl']);
	expect(sent).toEqual(['{"linkedin_url":"https://www.linkedin.com/in/mark"}']);
	expect(statuses).toEqual(['not_found', 'invalid']);
});
