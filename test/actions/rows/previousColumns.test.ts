import { previousColumns, resumesIn } from '../../../nodes/IdentityResolution/actions/rows/previousColumns';
import { MAX_RESUME_LENGTH, readResume, type StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import { resumeText } from '../../support/api/resumeText';

const paid = (key: string): StoredAnswer => ({
	tool: 'some_tool',
	key,
	phone: 'without',
	results: { full_name: key },
	at: null,
});
const ADA = resumeText([paid('linkedin:ada-example')]);
const BOB = resumeText([paid('linkedin:bob-example')]);
const keysIn = (text: unknown) => readResume(text)?.map(({ key }) => key);

describe('resumesIn', () => {
	/** A text that claims to be one of ours. */
	const sized = (letter: string, length: number) => `r1.${letter.repeat(length - 3)}`;
	const [A, B, C] = ['a', 'b', 'c'].map((letter) => sized(letter, 30_000));

	it.each<[string, object, string[]]>([
		['our column first, then others in their order', { b_resume: BOB, enriched_resume: ADA }, [ADA, BOB]],
		['the error output last', { error: { resume: ADA }, resume: BOB }, [BOB, ADA]],
		['equal texts once', { resume: ADA, b_resume: ADA, error: { resume: ADA } }, [ADA]],
		['no column of another name', { note: ADA, resume_of_ada: ADA, Resume: ADA, enriched_title: ADA }, []],
		['no other text or value', { resume: 'CV.pdf', b_resume: 5, c_resume: null, d_resume: { resume: ADA } }, []],
		['60,000 characters', { a_resume: A, b_resume: B }, [A, B]],
		['no text beyond 60,000 characters', { a_resume: A, b_resume: B, c_resume: ADA }, [A, B]],
		[
			'a shorter text after one that does not fit',
			{ a_resume: A, b_resume: sized('b', 30_001), c_resume: ADA },
			[A, ADA],
		],
		[
			'the text of our column, however many stand before it',
			{ a_resume: A, b_resume: B, enriched_resume: C },
			[C, A],
		],
		['equal texts counted once', { a_resume: A, b_resume: A, c_resume: B }, [A, B]],
		['nothing of a longer text', { enriched_resume: sized('x', 60_001), resume: ADA }, [ADA]],
	])('returns %s', (_what, json, texts) => {
		expect(resumesIn(json as never, 'enriched_')).toEqual(texts);
	});
});

describe('previousColumns', () => {
	it('reads a column by its prefixed name', () => {
		const previous = previousColumns({ title: 'of the user', enriched_title: 'CEO' }, 'enriched_');
		expect([previous('title'), previous('company_name')]).toEqual(['CEO', undefined]);
	});

	it.each<[string, Record<string, unknown>, unknown]>([
		['the text of our column', { enriched_resume: ADA }, ADA],
		['the text of a column without a prefix', { resume: ADA }, ADA],
		['the text of an error item', { error: { resume: ADA } }, ADA],
		['the text of a run with another prefix', { other_resume: ADA }, ADA],
		['one text for equal ones', { enriched_resume: ADA, resume: ADA }, ADA],
		['the cell if it is not a resume text', { enriched_resume: 'CV.pdf' }, 'CV.pdf'],
		['the first of two unreadable texts', { enriched_resume: 'r1.x', resume: 'r1.y' }, 'r1.x'],
	])('returns as resume %s', (_what, json, resume) => {
		expect(previousColumns(json as never, 'enriched_')('resume')).toBe(resume);
	});

	it('returns as next_page the cell of an error item, beside which n8n adds the older one of the row', () => {
		const next = (json: object) => previousColumns(json as never, 'enriched_')('next_page');
		expect(next({ enriched_next_page: '25-a', next_page: '5-a', error: { next_page: '50-a' } })).toBe('50-a');
		expect(next({ enriched_next_page: '25-a', next_page: '5-a', error: {} })).toBe('25-a');
		expect(next({ next_page: '5-a' })).toBe('5-a');
	});

	it('returns the same joined text each time', () => {
		const previous = previousColumns({ enriched_resume: ADA, resume: BOB }, 'enriched_');
		expect(previous('resume')).toBe(previous('resume'));
	});

	it('returns our cell if it is too long to be read', () => {
		const cell = `r1.${'x'.repeat(60_000)}`;
		expect(previousColumns({ enriched_resume: cell }, 'enriched_')('resume')).toBe(cell);
	});

	it('joins the answers of several texts', () => {
		const joined = previousColumns({ enriched_resume: ADA, resume: BOB }, 'enriched_')('resume');
		expect(keysIn(joined)?.sort()).toEqual(['linkedin:ada-example', 'linkedin:bob-example']);
	});

	it('joins equal answers once, so that both texts fit into a cell together', () => {
		const long = Array.from({ length: 20 }, (_, place) => ({
			...paid(`linkedin:person-${place}`),
			results: { full_name: 'x'.repeat(700) },
		}));
		const [all, more] = [long, [...long, paid('linkedin:ada-example')]].map((answers) => resumeText(answers));
		expect(all.length + more.length).toBeGreaterThan(MAX_RESUME_LENGTH);
		const joined = previousColumns({ enriched_resume: all, resume: more }, 'enriched_')('resume');
		expect(keysIn(joined)).toHaveLength(21);
	});

	it('keeps both of two answers to one lookup, because the later one may be forged', () => {
		const answer = { tool: 'any', key: 'linkedin:ada-example', phone: 'without', results: {} } as const;
		const [one, other] = [0, 1].map((at) => resumeText([{ ...answer, at }]));
		const joined = previousColumns({ enriched_resume: one, resume: other }, 'enriched_')('resume');
		expect(readResume(joined)?.map(({ at }) => at)).toEqual([0, 1]);
	});
});
