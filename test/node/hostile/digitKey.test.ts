import { column, rowsOf, runOperation } from '../../support/node/nodeRun';
import { hostileServers } from '../../support/wire/hostileServer';

const start = hostileServers();

/** A key of digits only, which an answer may contain as a number. */
const KEY = '12025550123';

it.each([
	['a number', Number(KEY)],
	['a text', KEY],
	['a part of a longer number', Number(`${KEY}45`)],
	['the name of a field', { [KEY]: true }],
])('an answer that contains a key of digits as %s is read, and paid once', async (_what, value) => {
	const results = { business_email: 'ada@example.com', record: value };
	const service = await start(() => ({ body: JSON.stringify({ results, status: 'ok', metadata: {} }) }));
	const run = await runOperation(
		{ ...service, key: KEY },
		{
			resource: 'businessProfile',
			operation: 'findByLinkedin',
			parameters: { linkedinUrl: '={{ $json.who }}', output: 'raw' },
			rows: [{ who: 'https://www.linkedin.com/in/ada-example' }],
		},
	);
	expect(column(run, 'enriched_status')).toEqual(['found']);
	expect(service.received).toHaveLength(1);
	const cells = JSON.stringify(rowsOf(run));
	expect(cells).toContain('ada@example.com');
	expect(new RegExp(`\\b${KEY}\\b`).test(cells)).toBe(false);
});
