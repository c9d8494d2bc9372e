import { EMAILS, PROFILES, type Job } from '../../../dev/benchmark/job';
import { countDistinct, makeSheet, truthsOf, type SheetRow, type Truth } from '../../../dev/benchmark/sheet';
import { directorySlug } from '../../../dev/sandbox/data/directory';
import { part, serviceUnder } from '../sandbox/asking';

const SERVICE = { seed: 1, hitRate: 0.7 };
const ROWS = 2_000;

const truthsIn = (sheet: readonly SheetRow[], job = EMAILS) => truthsOf(sheet, job, SERVICE);

/** The spellings of a column under which each person stands in a sheet. */
function spellings(sheet: readonly SheetRow[], job: Job): Map<string, Set<string>> {
	const truths = truthsIn(sheet, job);
	const byPerson = new Map<string, Set<string>>();
	sheet.forEach((row, place) => {
		const { key } = truths[place];
		byPerson.set(key, (byPerson.get(key) ?? new Set()).add(row[job.column]));
	});
	return byPerson;
}

describe('a sheet', () => {
	it('is the same one each time', () => {
		expect(makeSheet(50, 0.3)).toEqual(makeSheet(50, 0.3));
	});

	it('numbers its rows from 1', () => {
		expect(makeSheet(3, 0).map(({ id }) => id)).toEqual([1, 2, 3]);
	});

	it.each([0, 0.3, 0.8])('repeats a share of %p of its rows', (share) => {
		const { lookups } = countDistinct(truthsIn(makeSheet(ROWS, share)));
		expect(Math.abs(lookups - ROWS * (1 - share))).toBeLessThanOrEqual(share * ROWS * 0.1);
	});

	it('takes people from the directory in its order, and leaves nobody out', () => {
		const keys = new Set(truthsIn(makeSheet(ROWS, 0.5)).map(({ key }) => key));
		expect([...keys]).toEqual(
			Array.from({ length: keys.size }, (_, place) => `linkedin:${directorySlug(SERVICE.seed, place)}`),
		);
	});

	it.each([
		['linkedin', EMAILS],
		['email', PROFILES],
	])('spells many of those who are repeated in more than one way, in the column %s', (_column, job) => {
		const repeated = [...spellings(makeSheet(ROWS, 0.5), job).values()];
		expect(repeated.filter(({ size }) => size > 1).length).toBeGreaterThan(ROWS * 0.1);
	});

	it('is of the same people in both columns', () => {
		const sheet = makeSheet(ROWS, 0.3);
		const hits = { seed: 1, hitRate: 1 };
		const profiles = truthsOf(sheet, PROFILES, hits).map(({ answer }) => answer);
		expect(profiles).toEqual(
			truthsOf(sheet, EMAILS, hits).map(({ key }) => key.replace('linkedin:', 'https://www.linkedin.com/in/')),
		);
	});
});

describe('the truths', () => {
	it.each([
		['personal e-mails', EMAILS],
		['profiles', PROFILES],
	])('are what the service knows and says, asked for %s', (_what, job) => {
		const sheet = makeSheet(200, 0.3);
		const { ask } = serviceUnder(SERVICE);
		const told = sheet.map((row): Truth => {
			const reply = ask(job.tool, { [job.field]: row[job.column] });
			return {
				key: reply.entry.keys[0],
				answer: part(reply, 'status') === 'not_found' ? null : String(part(reply, 'results', job.answer)),
			};
		});
		const truths = truthsIn(sheet, job);
		expect(truths).toEqual(told);
		expect(truths.map(({ answer }) => answer === null)).toEqual(expect.arrayContaining([true, false]));
	});

	it('are those of the service that is asked', () => {
		const sheet = makeSheet(100, 0);
		expect(countDistinct(truthsOf(sheet, EMAILS, { seed: 1, hitRate: 0 })).hits).toBe(0);
		expect(truthsOf(sheet, EMAILS, { seed: 2, hitRate: 0.7 })).not.toEqual(truthsIn(sheet));
	});

	it('cannot be told of a row that names nobody', () => {
		const [row] = makeSheet(1, 0);
		expect(() => truthsIn([{ ...row, linkedin: '' }])).toThrow('Row 1 holds no identifier');
	});
});

it('counts people once, and those of them on whom something is held', () => {
	const [ada, nobody] = [
		{ key: 'linkedin:ada', answer: 'ada@example.com' },
		{ key: 'linkedin:nobody', answer: null },
	];
	expect(countDistinct([ada, nobody, ada, nobody, ada])).toEqual({ lookups: 2, hits: 1 });
	expect(countDistinct([])).toEqual({ lookups: 0, hits: 0 });
});
