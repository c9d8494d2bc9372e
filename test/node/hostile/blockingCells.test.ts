import { cpuTimeOfRun, timeAndLimit } from '../../support/cpuTime';
import { column, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { answerMiss, hostileServers } from '../../support/wire/hostileServer';

const start = hostileServers();

/** Numbers of cells, and characters of each. The node searches no address in a text of 10,000 characters or more. */
const SIZES = [
	[1, 1_000_000],
	[20, 9_900],
];

/** Cells with a hostile text of a size, for each of the fields that take identifiers. */
const PATTERNS: Array<[string, (size: number) => string]> = [
	['slashes between a letter and a line break', (size) => `a${'/'.repeat(size)}\nx`],
	['dots', (size) => '.'.repeat(size)],
	['dots after a profile', (size) => `https://www.linkedin.com/in/ada${'.'.repeat(size)}`],
	['dots between a profile and a letter', (size) => `https://www.linkedin.com/in/ada${'.'.repeat(size)}x`],
	['dots before a profile', (size) => `${'.'.repeat(size)}linkedin.com/in/ada`],
	['colons', (size) => `${':'.repeat(size)}x`],
	['spaces before a letter', (size) => `${' '.repeat(size)}x`],
	['spaces between letters', (size) => `a${' '.repeat(size)}b`],
	['line breaks', (size) => `a${'\n'.repeat(size)}b`],
	['at signs', (size) => `${'@'.repeat(size)}example.com`],
	['dots in an email', (size) => `ada@${'a.'.repeat(size / 2)}`],
	['dashes', (size) => `https://www.linkedin.com/in/${'-'.repeat(size)}`],
	['percent signs', (size) => `https://www.linkedin.com/in/${'%'.repeat(size)}`],
	['escaped slashes', (size) => `https://www.linkedin.com/in/${'%2F'.repeat(size / 3)}`],
	['combining marks', (size) => `ada${'\u0301'.repeat(size)}@example.com`],
	['profiles', (size) => 'linkedin.com/in/'.repeat(size / 16)],
];

const CELL = '={{ $json.cell }}';
const ADA = 'https://www.linkedin.com/in/ada-example';

/** The fields that read identifiers, and a cell that is looked up. */
const FIELDS: Array<[field: string, path: string, parameters: OperationRun['parameters'], usual: string]> = [
	['LinkedIn URL', 'personalEmail/findBest', { linkedinUrl: CELL }, ADA],
	['Email', 'businessProfile/findByEmail', { email: CELL }, 'ada@example.com'],
	['Hashed Email', 'businessProfile/findByHashedEmail', { hashedEmail: CELL }, 'ada@example.com'],
	['IP Address', 'company/findByIp', { ipAddress: CELL }, '198.51.100.1'],
	['Company Domain', 'workEmail/findByName', { fullName: 'Ada Example', companyDomain: CELL }, 'example.com'],
	['Name and Company', 'workEmail/findByName', { fullName: CELL, company: `${CELL} Org` }, 'Ada Example'],
	['Resolve, both fields', 'person/resolve', { linkedinUrl: CELL, email: CELL, want: ['workEmail'] }, ADA],
];

describe.each(FIELDS)('a hostile cell of a megabyte in %s', (_field, path, parameters, usual) => {
	const [resource, operation] = path.split('/');

	it.each(PATTERNS)('takes no more than linear time, and the other rows are answered: %s', async (_what, textOf) => {
		const service = await start(answerMiss);
		const timeOf = async (cells: string[]) => {
			const rows = [usual, ...cells].map((cell) => ({ cell }));
			const node = { onError: 'continueRegularOutput' } as const;
			const run = { resource, operation, parameters, rows, node };
			const { time, value } = await cpuTimeOfRun(async () => await runOperation(service, run));
			expect(column(value, 'enriched_status')).toHaveLength(rows.length);
			expect(column(value, 'enriched_status')[0]).toBe('not_found');
			return time;
		};
		for (const [count, size] of SIZES) {
			const cellsOf = (share: number) =>
				Array.from({ length: count }, (_, place) => `${textOf(share * size)}${place}`);
			const [time, limit] = await timeAndLimit(async (share) => await timeOf(cellsOf(share)));
			expect(time).toBeLessThan(limit);
		}
	});
});
