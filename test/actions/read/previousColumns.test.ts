import { previousColumns, resumesIn } from '../../../nodes/IdentityResolution/actions/read/previousColumns';

/** A text that claims to be one of ours. */
const sized = (letter: string, length: number) => `r2.${letter.repeat(length - 3)}`;
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((letter) => sized(letter, 30_000));
const ADA = sized('x', 100);
const BOB = sized('y', 100);
const CEM = sized('z', 100);

describe('resumesIn', () => {
	it.each<[string, object, string[]]>([
		[
			'the text of the error, then that of our column, then others in their order',
			{ b_resume: sized('b', 9), resume: CEM, enriched_resume: BOB, error: { resume: ADA } },
			[ADA, BOB, sized('b', 9), CEM],
		],
		['the text of the error alone', { error: { resume: ADA } }, [ADA]],
		['equal texts once', { resume: ADA, b_resume: ` ${ADA}`, error: { resume: ADA } }, [ADA]],
		[
			'texts without the white space around them',
			{ resume: ` ${ADA}\n`, error: { resume: `\t${BOB}` } },
			[BOB, ADA],
		],
		['no column of another name', { note: ADA, resume_of_ada: ADA, Resume: ADA, enriched_title: ADA }, []],
		['no inherited column', Object.create({ enriched_resume: ADA }) as object, []],
		[
			'no other value',
			{ resume: 'CV.pdf', b_resume: 5, c_resume: null, d_resume: { resume: ADA }, error: ADA },
			[],
		],
		['no text of another format', { resume: 'r1.ada', error: { resume: 'r3.ada' } }, []],
		[
			'no text over 30,000 characters',
			{ enriched_resume: sized('x', 30_001), error: { resume: `${D}d` }, resume: A },
			[A],
		],
		['60,000 characters', { a_resume: A, b_resume: B }, [A, B]],
		['no text beyond 60,000 characters', { a_resume: A, b_resume: B, c_resume: ADA }, [A, B]],
		[
			'a shorter text after one that does not fit',
			{ a_resume: A, b_resume: sized('b', 29_900), c_resume: C, d_resume: ADA },
			[A, sized('b', 29_900), ADA],
		],
		[
			'the texts of the error and of our column, however many stand before them',
			{ a_resume: A, b_resume: B, enriched_resume: C, error: { resume: D } },
			[D, C],
		],
		['equal texts counted once', { a_resume: A, b_resume: A, c_resume: B }, [A, B]],
	])('returns %s', (_what, json, texts) => {
		expect(resumesIn(json as never, 'enriched_')).toEqual(texts);
	});

	it('returns the text of a column without a prefix first, if ours have none', () => {
		expect(resumesIn({ a_resume: ADA, resume: BOB }, '')).toEqual([BOB, ADA]);
	});
});

describe('previousColumns', () => {
	it('reads a column by its prefixed name', () => {
		const previous = previousColumns({ title: 'of the user', enriched_title: 'CEO' }, 'enriched_');
		expect([previous('title'), previous('company_name')]).toEqual(['CEO', undefined]);
	});

	it.each<[string, Record<string, unknown>, unknown]>([
		['the text of our column', { enriched_resume: ADA, resume: BOB }, ADA],
		[
			'the text of an error item, beside which n8n adds the older one of the row',
			{ error: { resume: ADA }, enriched_resume: BOB },
			ADA,
		],
		['the text of a column without a prefix', { resume: ADA }, ADA],
		['the text of a run with another prefix', { other_resume: ADA }, ADA],
		['the cell if it is not a resume text', { enriched_resume: 'CV.pdf' }, 'CV.pdf'],
		['the cell if its text is too long to be read', { enriched_resume: `${A}a` }, `${A}a`],
	])('returns as resume %s', (_what, json, resume) => {
		expect(previousColumns(json as never, 'enriched_')('resume')).toBe(resume);
	});

	it('returns as next_page the cell of an error item, beside which n8n adds the older one of the row', () => {
		const next = (json: object) => previousColumns(json as never, 'enriched_')('next_page');
		expect(next({ enriched_next_page: '25-a', next_page: '5-a', error: { next_page: '50-a' } })).toBe('50-a');
		expect(next({ enriched_next_page: '25-a', next_page: '5-a', error: {} })).toBe('25-a');
		expect(next({ next_page: '5-a' })).toBe('5-a');
	});
});
