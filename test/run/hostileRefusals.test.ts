import { errorOf } from '../../nodes/IdentityResolution/actions/write/rowErrors';
import { reasonOf, retryAtOf } from '../../nodes/IdentityResolution/actions/write/explanations';
import { cpuTimeOf } from '../support/cpuTime';
import { personalEmail, rowsOf } from '../support/run/lookups';
import { http, rateLimited } from '../support/api/replies';
import { simulate } from '../support/virtual/virtualRun';

/** ms. Work that grows with the size takes a fraction of it. */
const MAX_CPU_TIME = 5_000;

const refused = (rows: number, status: number, code: string, message: string) =>
	simulate(rowsOf(personalEmail, rows), { script: () => http(status, { error: { code, message }, metadata: {} }) });

describe('a refusal with a message of any length', () => {
	const long = 'x \n'.repeat(2_000_000);

	it.each([401, 422])('with HTTP %i appears on 2,000 rows, shortened and in bounded time', async (status) => {
		const { rows } = await refused(2_000, status, long, long);
		expect(JSON.stringify(errorOf(rows[0])).length).toBeLessThan(6_000);
		let reasons: Array<string | null> = [];
		const duration = cpuTimeOf(() => (reasons = rows.map(({ outcome }) => reasonOf(outcome))));
		expect(duration).toBeLessThan(MAX_CPU_TIME);
		expect(Math.max(...reasons.map((reason) => reason?.length ?? Infinity))).toBeLessThan(600);
	});

	it('appears on one line, without direction marks, and never ends in half a character', async () => {
		const message = `\u202eline\0one\r\nline two ${'\u{1f600}'.repeat(1_000)}`;
		for (const shift of ['', 'x']) {
			const { rows } = await refused(1, 422, 'invalid_input', shift + message);
			expect(reasonOf(rows[0].outcome)).toMatch(/ line one line two \u{1f600}+…\)\. Check the value$/u);
		}
	});
});

it.each([1e15, 1e308])('a wait of %d seconds defers rows until a time in the range of dates', async (seconds) => {
	const { rows } = await simulate(rowsOf(personalEmail, 1), { script: () => rateLimited(seconds) });
	expect(retryAtOf(rows[0].outcome)?.slice(0, 2)).toBe('20');
});
