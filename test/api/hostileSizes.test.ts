import { mergeCells } from '../../nodes/IdentityResolution/api/person/merge';
import { readReply } from '../../nodes/IdentityResolution/api/replies/readReply';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { profileUrl } from '../support/api/hostileAnswers';
import { hashedEmail, identify, people, personalEmail, reverseEmail } from '../support/run/lookups';
import { nested } from '../support/api/nested';
import { hit, http } from '../support/api/replies';
import { cpuTimeOf } from '../support/cpuTime';

/** ms of CPU time. Linear work takes a fraction of it, quadratic work a multiple. */
const MAX_CPU_TIME = 5_000;
const MEGABYTE = 1_000_000;

const HUNDRED = people(100).map((slug) => identify(personalEmail, slug));
const ONE = HUNDRED.slice(0, 1);
const EMAIL = [identify(reverseEmail, 'ada@example.com')];

/** Reads a reply and simplifies its answers, as a run does. */
const reads = (tool: Tool, requested: typeof ONE, results: unknown) => () => {
	const reading = readReply(tool, requested, hit(results), 0);
	const answers = reading.is === 'answers' ? [...reading.answers.values()] : [];
	const simplified = tool.columns.read;
	return answers.map((answer) => simplified(answer.results));
};

const list = (length: number, part: (index: number) => unknown) => Array.from({ length }, (_, index) => part(index));
const echo = (index: number) => profileUrl(`person-${index + 1}`);

describe('readReply and simplifier take bounded time for', () => {
	it.each<[string, () => unknown]>([
		[
			'10,000 rows, of which 100 were requested',
			reads(
				personalEmail,
				HUNDRED,
				list(10_000, (index) => ({ input: echo(index), data: { email: `person-${index}@example.net` } })),
			),
		],
		[
			'10,000 rows for one of a hundred identifiers',
			reads(
				personalEmail,
				HUNDRED,
				list(10_000, () => ({ input: echo(0), data: { email: 'ada@example.net' } })),
			),
		],
		[
			'one row of megabytes and 3,000 others for the same profile',
			reads(personalEmail, HUNDRED, [
				{ input: echo(0), data: 'x'.repeat(4 * MEGABYTE) },
				...list(3_000, () => ({ input: echo(0) })),
			]),
		],
		[
			'100,000 rows keyed by profiles',
			reads(
				personalEmail,
				HUNDRED,
				Object.fromEntries(
					list(100_000, (index) => [echo(index), { email: 'ada@example.net' }]) as Array<[string, unknown]>,
				),
			),
		],
		[
			'100 rows without echoes, each with 1,000 addresses',
			reads(
				personalEmail,
				HUNDRED,
				list(100, () =>
					Object.fromEntries(
						list(1_000, (index) => [`link_${index}`, echo(index + 100)]) as Array<[string, unknown]>,
					),
				),
			),
		],
		['an echo with a megabyte of spaces', reads(personalEmail, HUNDRED, [{ input: `a${' '.repeat(MEGABYTE)}b` }])],
		[
			'an echo with a megabyte of encoded spaces',
			reads(personalEmail, HUNDRED, [{ input: `${profileUrl('a')}${'%20'.repeat(MEGABYTE / 3)}b` }]),
		],
		[
			'a profile with 300,000 emails, none of which is text',
			reads(reverseEmail, EMAIL, { personal_emails: list(300_000, () => 1) }),
		],
		[
			'a profile with 100,000 emails, dates and grades',
			reads(reverseEmail, EMAIL, {
				personal_emails: list(100_000, (index) => `p${index}@example.net`),
				personal_emails_status: list(100_000, () => '2030-01-01'),
				personal_emails_risk_score: list(100_000, () => 'A'),
			}),
		],
		[
			'a profile with 100,000 fields',
			reads(
				reverseEmail,
				EMAIL,
				Object.fromEntries(list(100_000, (index) => [`field_${index}`, index]) as Array<[string, unknown]>),
			),
		],
		['a title nested 100,000 levels deep', reads(reverseEmail, EMAIL, { title: nested(100_000, 'x') })],
		[
			'cells of megabytes',
			reads(reverseEmail, EMAIL, {
				title: ' '.repeat(4 * MEGABYTE),
				company_revenue: '9'.repeat(4 * MEGABYTE),
				work_email_confirmed: '@'.repeat(4 * MEGABYTE),
			}),
		],
	])('%s', (_what, work) => expect(cpuTimeOf(work)).toBeLessThan(MAX_CPU_TIME));

	it('a status and metadata of megabytes', () => {
		const long = '2030-01-01 '.repeat(MEGABYTE / 3);
		const metadata = {
			tokens_charged: long,
			fair_use: { records_reset_5h: long, records_remaining_5h: ' '.repeat(MEGABYTE) },
		};
		expect(
			cpuTimeOf(() => readReply(personalEmail, ONE, http(200, { status: long, results: {}, metadata }), 0)),
		).toBeLessThan(MAX_CPU_TIME);
	});
});

describe('mergeCells takes bounded time for', () => {
	it.each<[string, Parameters<typeof mergeCells>[0][number]['cells']]>([
		['a website of slashes', { company_website_url: `${'/'.repeat(MEGABYTE)}x`, company_name: 'Example' }],
		['a title of spaces', { title: `a${' '.repeat(MEGABYTE)}b` }],
		['a LinkedIn URL of spaces', { linkedin_url: `a${' '.repeat(MEGABYTE)}b` }],
		['a phone of brackets', { mobile_phone: `1${'('.repeat(MEGABYTE)}2` }],
		['100,000 emails', { personal_emails: list(100_000, (index) => `p${index}@example.net`).join(', ') }],
	])('%s', (_what, cells) => {
		const other = { ...cells, title: 'Head', company_name: 'Example' };
		expect(
			cpuTimeOf(() =>
				mergeCells([
					{ tool: reverseEmail.name, cells },
					{ tool: hashedEmail.name, cells: other },
				]),
			),
		).toBeLessThan(MAX_CPU_TIME);
	});
});
