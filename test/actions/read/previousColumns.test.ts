import { previousColumns, resumesIn } from '../../../nodes/IdentityResolution/actions/read/previousColumns';

/** A text that claims to be one of ours. */
const sized = (letter: string, length: number) => `r2.${letter.repeat(length - 3)}`;
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((letter) => sized(letter, 30_000));
const [ADA, BOB, CEM, DEE] = ['x', 'y', 'z', 'w'].map((letter) => sized(letter, 100));

describe('resumesIn', () => {
	it.each<[string, object, string[]]>([
		[
			'the text of our column, then that of the error, then others in their order, without white space',
			{ b_resume: ` ${DEE}\n`, resume: CEM, enriched_resume: BOB, error: { resume: `\t${ADA}` } },
			[BOB, ADA, DEE, CEM],
		],
		['equal texts once', { resume: ADA, b_resume: ` ${ADA}`, error: { resume: ADA } }, [ADA]],
		['no column of another name', { note: ADA, resume_of_ada: ADA, Resume: ADA, enriched_title: ADA }, []],
		['no inherited column', Object.create({ enriched_resume: ADA }) as object, []],
		[
			'no other value',
			{
				resume: 'CV.pdf',
				a_resume: 'The r2.0 robot: papers',
				b_resume: 5,
				c_resume: null,
				d_resume: { resume: ADA },
				error: ADA,
			},
			[],
		],
		['a text over 30,000 characters cut off, thus damaged', { a_resume: `${A}a`, b_resume: ADA }, [A, ADA]],
		[
			'60,000 characters at most, the last text cut off',
			{ a_resume: A, b_resume: sized('b', 29_900), c_resume: C, d_resume: ADA },
			[A, sized('b', 29_900), C.slice(0, 100)],
		],
		[
			'the texts of our column and of the error, however many stand before them',
			{ a_resume: A, b_resume: B, enriched_resume: C, error: { resume: D } },
			[C, D],
		],
		['anything in our column', { enriched_resume: 'CV.pdf', a_resume: 'CV.pdf' }, ['CV.pdf']],
		['a text behind an apostrophe', { resume: `'${ADA}` }, [`'${ADA}`]],
		['a text in a formula', { resume: `="${ADA}"` }, [`="${ADA}"`]],
		['a text behind an invisible character', { resume: `\u200b${ADA}` }, [`\u200b${ADA}`]],
		['a text of an older format', { resume: ADA.replace('2', '1') }, [ADA.replace('2', '1')]],
		['a text without its start', { resume: sized('b', 200).slice(4) }, [sized('b', 200).slice(4)]],
		['equal texts counted once', { a_resume: A, b_resume: A, c_resume: B }, [A, B]],
	])('returns %s', (_what, json, texts) => {
		expect(resumesIn(json as never, 'enriched_')).toEqual(texts);
	});

	it('returns the text of a column without a prefix first, if ours have none', () => {
		expect(resumesIn({ a_resume: ADA, resume: BOB }, '')).toEqual([BOB, ADA]);
	});
});

it.each<[string, string, Record<string, unknown>, unknown]>([
	['our column', 'title', { title: 'of the user', enriched_title: 'CEO' }, 'CEO'],
	['nothing without our column', 'title', { title: 'of the user', enriched_status: 'found' }, undefined],
	['the text of our column', 'resume', { enriched_resume: ADA, resume: BOB }, ADA],
	['the text of our column', 'resume', { error: { resume: ADA }, enriched_resume: BOB }, BOB],
	['the text of an error item', 'resume', { error: { resume: ADA }, enriched_resume: '' }, ADA],
	['the text of a column without a prefix', 'resume', { resume: ADA }, ADA],
	['the text of a run with another prefix', 'resume', { other_resume: ADA }, ADA],
	['a cell that is no text of ours', 'resume', { enriched_resume: 'CV.pdf' }, 'CV.pdf'],
	['a text that is too long to be read', 'resume', { enriched_resume: `${A}a` }, `${A}a`],
	['the place of an error item', 'next_page', { enriched_next_page: '25-a', error: { next_page: '50-a' } }, '50-a'],
	['the place of our column', 'next_page', { enriched_next_page: '25-a', next_page: '5-a', error: {} }, '25-a'],
	['the place of a column without a prefix', 'next_page', { next_page: '5-a' }, '5-a'],
])('previousColumns returns %s', (_what, column, json, cell) => {
	expect(previousColumns(json as never, 'enriched_')(column)).toBe(cell);
});
