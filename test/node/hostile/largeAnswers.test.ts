import type { Cells } from '../../../nodes/IdentityResolution/api/person/columns';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Measured } from '../../../dev/benchmark/largeAnswers/measure';
import { largeReply, SHAPES, type Shape } from '../../../dev/benchmark/largeAnswers/shapes';
import { okAnswer } from '../../support/node/answers';
import { findProfiles } from '../../support/node/findBestRun';
import { column, hintsOf, packedFolder, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { hostileServers } from '../../support/wire/hostileServer';

const start = hostileServers();

const MEGABYTE = 1024 * 1024;
const SLUGS = Array.from({ length: 3 }, (_, row) => `person-${row}`);
const slugOf = (input: string) => input.slice(input.lastIndexOf('/') + 1);
const emailOf = (input: string) => `${slugOf(input)}@example.net`;
const SIZE = MEGABYTE / 4;
function large(shape: Shape, characters = SIZE) {
	const body = largeReply(shape, 'EMAIL', characters);
	return start(({ inputs: [input] }) => ({ body: body.replace('EMAIL', emailOf(input)) }));
}

const profiles = (parameters: OperationRun['parameters'] = {}): OperationRun =>
	findProfiles(SLUGS, { parameters: { linkedinUrl: '={{ $json.who }}', ...parameters } });

describe.each(Object.keys(SHAPES) as Shape[])('answers of 256 kB: %s', (shape) => {
	it('fill the columns of their own rows', async () => {
		const service = await large(shape);
		const run = await runOperation(service, profiles());
		const isRead = shape !== 'unrecognized';
		expect(column(run, 'enriched_status')).toEqual(SLUGS.map(() => 'found'));
		expect(column(run, 'enriched_work_email')).toEqual(SLUGS.map((slug) => (isRead ? emailOf(slug) : null)));
		expect(new Set(column(run, 'enriched_reason'))).toEqual(
			new Set([isRead ? null : 'Returned, but not recognized: reach, biography']),
		);
		expect(hintsOf(run).includes('does not recognize: reach, biography')).toBe(!isRead);
		expect(service.received).toHaveLength(SLUGS.length);
	});

	it('come out unchanged in Raw', async () => {
		const run = await runOperation(await large(shape), profiles({ output: 'raw' }));
		for (const row of rowsOf(run)) {
			const expected = SHAPES[shape](emailOf(String(row.who)), SIZE);
			expect(JSON.stringify(row.enriched_results) === JSON.stringify(expected)).toBe(true);
		}
	});
});

const FILLER = { filler: 'x'.repeat(100_000) };

it('large results of a search stay apart, with their own columns and unrecognized fields', async () => {
	const service = await start(() =>
		okAnswer({
			results: [
				{ name: 'Example One', ...FILLER },
				{ name: 'Example Two', ...FILLER },
				{ name: 'Example Two', ...FILLER, more: 1 },
				{ id: 4, website: 'four.example.net', ...FILLER },
			],
			total: 4,
		}),
	);
	const run = await runOperation(service, {
		resource: 'company',
		operation: 'search',
		parameters: { query: 'example' },
		rows: [{}],
	});
	expect(column(run, 'enriched_company_name')).toEqual(['Example One', 'Example Two', 'Example Two', null]);
	expect(column(run, 'enriched_total')).toEqual([4, 4, 4, 4]);
	expect(column(run, 'enriched_reason')[3]).toBe('Returned, but not recognized: id, website, filler');
});

describe('beyond 256 MB of large answers', () => {
	const LARGEST = 15 * MEGABYTE;
	const rows = Array.from({ length: 30 }, (_, row) => ({ who: `https://www.linkedin.com/in/person-${row}` }));

	it('Raw defers the rest, and marks answers that came too late', async () => {
		const service = await large('text', LARGEST);
		const run = await runOperation(service, { ...profiles({ output: 'raw' }), rows, options: { concurrency: 4 } });
		const statuses = column(run, 'enriched_status');
		const sent = service.received.length;
		expect(sent).toBeLessThan(25);
		expect(statuses).toEqual(rows.map((_, row) => (row < sent ? 'found' : 'deferred')));
		const reasons = column(run, 'enriched_reason');
		expect(reasons.at(-1)).toMatch(/^memory: The answers of this run are too large for the memory of n8n\. Run /);
		const results = column(run, 'enriched_results') as Array<Record<string, string> & { columns?: Cells }>;
		results.slice(0, sent).forEach((one, row) => {
			const email = one.columns?.work_email ?? one.business_email;
			expect(email).toBe(emailOf(SLUGS[row] ?? `person-${row}`));
			expect(reasons[row]).toBe(
				one.biography?.length === LARGEST
					? null
					: 'The answer was too large to keep as a whole: only what fills columns was kept',
			);
		});
		// Replies may arrive in any order.
		expect(new Set(reasons.slice(0, sent).map((reason) => reason === null))).toEqual(new Set([true, false]));
		expect(hintsOf(run)).toContain('the other rows were deferred');
	});
});

it('four answers with 6 MB of small lists fit into a heap of 320 MB, and each row is answered', async () => {
	const { url, key } = await large('lists', 6 * MEGABYTE);
	const program = join(__dirname, '../../../dev/benchmark/largeAnswers/measure.ts');
	const args = ['--max-old-space-size=320', '--import', 'tsx', program, url, key, '4', 'simplified'];
	const env = { ...process.env, PACKED_NODE: packedFolder() };
	const { stdout } = await promisify(execFile)(process.execPath, args, { env });
	expect((JSON.parse(stdout) as Measured).rows).toEqual({ found: 4 });
});
