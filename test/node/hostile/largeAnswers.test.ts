import type { Cells } from '../../../nodes/IdentityResolution/api/person/columns';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Measured } from '../../../dev/benchmark/largeAnswers/measure';
import { largeReply, SHAPES, type Shape } from '../../../dev/benchmark/largeAnswers/shapes';
import { column, packedFolder, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { hostileServers, type RawAnswer } from '../../support/wire/hostileServer';

const start = hostileServers();

const MEGABYTE = 1024 * 1024;
const SLUGS = Array.from({ length: 3 }, (_, row) => `person-${row}`);
const slugOf = (input: string) => input.slice(input.lastIndexOf('/') + 1);
const emailOf = (input: string) => `${slugOf(input)}@example.net`;
const json = (results: unknown): RawAnswer => ({ body: JSON.stringify({ results, status: 'ok', metadata: {} }) });
const SIZE = MEGABYTE / 4;
function large(shape: Shape, characters = SIZE) {
	const body = largeReply(shape, 'EMAIL', characters);
	return start(({ inputs: [input] }) => ({ body: body.replace('EMAIL', emailOf(input)) }));
}

const profiles = (more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'businessProfile',
	operation: 'findByLinkedin',
	parameters: { linkedinUrl: '={{ $json.who }}', ...more.parameters },
	rows: SLUGS.map((slug) => ({ who: `https://www.linkedin.com/in/${slug}` })),
	...(more.options && { options: more.options }),
});
const raw = { parameters: { output: 'raw' } };

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
		const hints = run.hints.map(({ message }) => message).join();
		expect(hints.includes('does not recognize: reach, biography')).toBe(!isRead);
		expect(service.received).toHaveLength(SLUGS.length);
	});

	it('come out unchanged in Raw', async () => {
		const run = await runOperation(await large(shape), profiles(raw));
		for (const row of rowsOf(run)) {
			const expected = SHAPES[shape](emailOf(String(row.who)), SIZE);
			expect(JSON.stringify(row.enriched_results) === JSON.stringify(expected)).toBe(true);
		}
	});
});

const FILLER = { filler: 'x'.repeat(100_000) };

describe('of an answer of 100 kB, Simplified keeps', () => {
	const rowFor = async (results: object, parameters = {}) => {
		const run = await runOperation(await start(() => json({ ...FILLER, ...results })), profiles({ parameters }));
		return rowsOf(run)[0];
	};
	const withPhone = { includeMobilePhone: true };

	it('a phone that cannot be dialled', async () => {
		expect(await rowFor({ full_name: 'Ada', mobile_phone: '***0100' }, withPhone)).toMatchObject({
			enriched_mobile_phone: null,
			enriched_reason: expect.stringMatching(/^The service returned a phone number that cannot/) as string,
		});
	});

	it('the name of a field that looks like the phone', async () => {
		expect(await rowFor({ full_name: 'Ada', contact: { dial: '+12025550123' } }, withPhone)).toMatchObject({
			enriched_full_name: 'Ada',
			enriched_reason: 'Returned, but not recognized: contact.dial',
		});
	});

	it('emails of long lists with their grades', async () => {
		const personal_emails = [...Array.from({ length: 50_000 }, () => null), 'a@example.net', 'b@example.net'];
		const personal_emails_risk_score = [...Array.from({ length: 50_000 }, () => 'A'), 'C', 'B'];
		expect(await rowFor({ personal_emails, personal_emails_risk_score })).toMatchObject({
			enriched_personal_email: 'b@example.net',
			enriched_personal_email_risk_score: 'B',
			enriched_personal_emails: 'a@example.net, b@example.net',
		});
	});

	it('the text of a large list in the field of a column', async () => {
		const title = [...Array.from({ length: 50_000 }, () => []), 'Engineer'];
		expect(await rowFor({ title })).toMatchObject({ enriched_title: 'Engineer' });
	});
});

it('a phone in a large answer stays in the rows that share it', async () => {
	const service = await start(() => json({ ...FILLER, full_name: 'Ada', mobile_phone: '+12025550123' }));
	const run = await runOperation(service, {
		...profiles({ parameters: { includeMobilePhone: '={{ $json.phone }}' } }),
		rows: [true, false].map((phone) => ({ who: 'https://www.linkedin.com/in/ada-example', phone })),
	});
	expect(column(run, 'enriched_mobile_phone')).toEqual(['+12025550123', '+12025550123']);
	expect(service.received).toHaveLength(1);
});

it('large results of a search stay apart, with their own columns and unrecognized fields', async () => {
	const service = await start(() =>
		json({
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
		const run = await runOperation(service, { ...profiles(raw), rows, options: { concurrency: 4 } });
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
		expect(reasons[0]).toBeNull();
		expect(reasons.slice(0, sent).some((reason) => reason !== null)).toBe(true);
		expect(run.hints.map(({ message }) => message).join()).toContain('the other rows were deferred');
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
