import { readReply } from '../../nodes/IdentityResolution/api/replies/readReply';
import { ADDRESS } from '../support/api/profiles';
import { http } from '../support/api/replies';
import { cpuTimeOf } from '../support/cpuTime';
import { identify, people, personalEmail, reverseEmail } from '../support/run/lookups';

/** ms of CPU time. Linear work takes a fraction of it, quadratic work a multiple. */
const MAX_CPU_TIME = 5_000;
const MEGABYTE = 1_000_000;

const list = <T>(length: number, part: (index: number) => T) => Array.from({ length }, (_, index) => part(index));
const fieldsOf = (length: number, part: (index: number) => [string, unknown]) => Object.fromEntries(list(length, part));
const echo = (index: number) => `${ADDRESS}person-${index + 1}`;
const ADAS = { email: 'ada@example.net' };

const HUNDRED = people(100).map((slug) => identify(personalEmail, slug));
const EMAIL = [identify(reverseEmail, 'ada@example.com')];
const WORDS = list(15_000, (index) => `word-${index}`);
const LONG = '2030-01-01 '.repeat(MEGABYTE / 3);

describe('readReply and simplifier take bounded time for', () => {
	it.each<[string, typeof EMAIL, unknown, object?]>([
		['10,000 rows for 100 identifiers', HUNDRED, list(10_000, (index) => ({ input: echo(index), data: ADAS }))],
		['10,000 rows for one of them', HUNDRED, list(10_000, () => ({ input: echo(0), data: ADAS }))],
		[
			'one row of megabytes and 3,000 others for the same profile',
			HUNDRED,
			[{ input: echo(0), data: 'x'.repeat(4 * MEGABYTE) }, ...list(3_000, () => ({ input: echo(0) }))],
		],
		['100,000 rows keyed by profiles', HUNDRED, fieldsOf(100_000, (index) => [echo(index), ADAS])],
		[
			'100 rows without echoes, each with 1,000 addresses',
			HUNDRED,
			list(100, () => fieldsOf(1_000, (index) => [`link_${index}`, echo(index + 100)])),
		],
		['1,000 echoes of 15,000 words', HUNDRED, list(1_000, () => ({ input: WORDS, data: ADAS }))],
		['an echo with a megabyte of spaces', HUNDRED, [{ input: `a${' '.repeat(MEGABYTE)}b` }]],
		[
			'an echo with a megabyte of encoded spaces',
			HUNDRED,
			[{ input: `${ADDRESS}a${'%20'.repeat(MEGABYTE / 3)}b` }],
		],
		['300,000 emails that are no text', EMAIL, { personal_emails: list(300_000, () => 1) }],
		[
			'100,000 emails, dates and grades',
			EMAIL,
			{
				personal_emails: list(100_000, (index) => `p${index}@example.net`),
				personal_emails_status: list(100_000, () => '2030-01-01'),
				personal_emails_risk_score: list(100_000, () => 'A'),
			},
		],
		['100,000 fields', EMAIL, fieldsOf(100_000, (index) => [`field_${index}`, index])],
		[
			'cells of megabytes',
			EMAIL,
			{
				title: ' '.repeat(4 * MEGABYTE),
				company_revenue: '9'.repeat(4 * MEGABYTE),
				work_email_confirmed: '@'.repeat(4 * MEGABYTE),
			},
		],
		[
			'a status and metadata of megabytes',
			EMAIL,
			{},
			{ status: LONG, metadata: { tokens_charged: LONG, fair_use: { records_reset_5h: LONG } } },
		],
	])('%s', (_what, requested, results, more = {}) => {
		const tool = requested === EMAIL ? reverseEmail : personalEmail;
		const reply = http(200, { results, status: 'ok', metadata: {}, ...more });
		const work = () => {
			const reading = readReply(tool, requested, reply, 0);
			if (reading.is === 'answers')
				for (const answer of reading.answers.values()) tool.columns.read(answer.results);
		};
		expect(cpuTimeOf(work)).toBeLessThan(MAX_CPU_TIME);
	});
});
