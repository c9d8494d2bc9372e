import type { IDataObject } from 'n8n-workflow';
import { cpuTimeOfRun, leastTime } from '../../support/cpuTime';
import { column, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { answerMiss, hostileServers } from '../../support/wire/hostileServer';

const start = hostileServers();

/** Numbers of cells, and characters of each. The node searches no address in a text of 10,000 characters or more. */
const SIZES = [
	[1, 1_000_000],
	[20, 9_900],
];

/** ms of processor time of a run with hostile cells: a megabyte adds less than 100 on an idle machine. */
const ALLOWED = 650;

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

const FIELDS: Record<string, Pick<OperationRun, 'resource' | 'operation' | 'parameters'> & { usual: IDataObject }> = {
	'LinkedIn URL': {
		resource: 'personalEmail',
		operation: 'findBest',
		parameters: { linkedinUrl: '={{ $json.cell }}' },
		usual: { cell: 'https://www.linkedin.com/in/ada-example' },
	},
	Email: {
		resource: 'businessProfile',
		operation: 'findByEmail',
		parameters: { email: '={{ $json.cell }}' },
		usual: { cell: 'ada@example.com' },
	},
	'Hashed Email': {
		resource: 'businessProfile',
		operation: 'findByHashedEmail',
		parameters: { hashedEmail: '={{ $json.cell }}' },
		usual: { cell: 'ada@example.com' },
	},
	'IP Address': {
		resource: 'company',
		operation: 'findByIp',
		parameters: { ipAddress: '={{ $json.cell }}' },
		usual: { cell: '198.51.100.1' },
	},
	'Company Domain': {
		resource: 'workEmail',
		operation: 'findByName',
		parameters: { fullName: 'Ada Example', companyDomain: '={{ $json.cell }}' },
		usual: { cell: 'example.com' },
	},
	Company: {
		resource: 'workEmail',
		operation: 'findByName',
		parameters: { fullName: '={{ $json.cell }}', company: '={{ $json.cell }}' },
		usual: { cell: 'Ada Example' },
	},
	'Resolve, both fields': {
		resource: 'person',
		operation: 'resolve',
		parameters: { linkedinUrl: '={{ $json.cell }}', email: '={{ $json.cell }}', want: ['workEmail'] },
		usual: { cell: 'https://www.linkedin.com/in/ada-example' },
	},
};

describe.each(Object.keys(FIELDS))('a hostile cell of a megabyte in %s', (field) => {
	const { usual, ...operation } = FIELDS[field];

	it.each(PATTERNS)('takes no more than linear time, and the other rows are answered: %s', async (_what, textOf) => {
		const service = await start(answerMiss);
		const timeOf = async (cells: string[]) => {
			const rows = [usual, ...cells.map((cell) => ({ cell }))];
			const run = { ...operation, rows, node: { onError: 'continueRegularOutput' } } as const;
			const { time, value } = await cpuTimeOfRun(async () => await runOperation(service, run));
			expect(column(value, 'enriched_status')).toHaveLength(rows.length);
			expect(column(value, 'enriched_status')[0]).toBe('not_found');
			return time;
		};
		for (const [count, size] of SIZES) {
			const cells = Array.from({ length: count }, (_, place) => `${textOf(size)}${place}`);
			expect(await leastTime(ALLOWED, async () => await timeOf(cells))).toBeLessThan(ALLOWED);
		}
	});
});
