import type { IDataObject } from 'n8n-workflow';
import { withMarkedTexts } from '../../../nodes/IdentityResolution/actions/known/markedTexts';
import { readResume, type StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import { signer } from '../../../nodes/IdentityResolution/api/signature';
import { resumeText, SIGN } from '../../support/api/resumeText';

const answerAbout = (slug: string, results: object = {}): StoredAnswer => ({
	tool: 'any',
	key: `linkedin:${slug}`,
	phone: 'without',
	at: 0,
	results,
});
const ADA = answerAbout('ada-example');
const OWN = resumeText([ADA]);
const STRANGER = signer('key_of_a_stranger');
const FOREIGN = resumeText([ADA], STRANGER);
/** Texts of which two leave no room for a third. */
const longText = (slug: string, sign = SIGN) => resumeText([answerAbout(slug, { x: 'x'.repeat(21_000) })], sign);
const cellsOf = (json: IDataObject) => withMarkedTexts({ json }, 'enriched_', SIGN).json;
const marksIn = (cell: unknown) => readResume(cell)?.map(({ unverified }) => unverified);

describe('withMarkedTexts', () => {
	it.each(['enriched_resume', 'resume', 'other_resume', 'noteresume'])(
		'marks an answer that is not authentic in the column %s',
		(column) => {
			expect(marksIn(cellsOf({ id: 1, [column]: FOREIGN })[column])).toEqual([true]);
		},
	);

	it('marks it in the error of an error item, too, and keeps the rest of the error', () => {
		const { error } = cellsOf({ error: { message: 'any', resume: FOREIGN } }) as { error: IDataObject };
		expect([error.message, marksIn(error.resume)]).toEqual(['any', [true]]);
	});

	it.each(['note', 'Resume', 'enriched_person_key', 'constructor'])(
		'ignores the column %s, as all runs do',
		(column) => {
			expect(cellsOf({ [column]: FOREIGN, resume: OWN })).toEqual({ [column]: FOREIGN, resume: OWN });
		},
	);

	it('keeps a cell named __proto__', () => {
		const json = JSON.parse(`{"__proto__":"${FOREIGN}","resume":"${FOREIGN}"}`) as IDataObject;
		expect(Object.entries(cellsOf(json))[0]).toEqual(['__proto__', FOREIGN]);
	});

	it('marks all answers of texts that this run does not read, because a run with another prefix would', () => {
		const cells = cellsOf({
			...{ a_resume: longText('ada-example'), b_resume: longText('bea-example') },
			...{ c_resume: longText('cleo-example'), d_resume: longText('dan-example', STRANGER) },
			enriched_resume: OWN,
		});
		const columns = ['enriched_resume', 'a_resume', 'b_resume', 'c_resume', 'd_resume'];
		expect(columns.map((column) => marksIn(cells[column]))).toEqual([[false], [false], [false], [true], [true]]);
		// A run that reads the text verifies it again.
		const later = withMarkedTexts({ json: { c_resume: cells.c_resume } }, 'c_', SIGN).json;
		expect(marksIn(later.c_resume)).toEqual([false]);
	});

	it('keeps authentic and unreadable texts, other cells, their order, and other parts of the item', () => {
		const json = { b_resume: OWN, a_resume: 'r1.damaged', c: 5, d: null, e: { resume: FOREIGN } };
		const item = { json, pairedItem: { item: 3 } };
		const marked = withMarkedTexts(item, 'enriched_', SIGN);
		expect(marked).toEqual(item);
		expect(Object.keys(marked.json)).toEqual(['b_resume', 'a_resume', 'c', 'd', 'e']);
	});

	it.each<[string, IDataObject]>([
		['no cell is a resume text', { id: 1 }],
		['all texts are too long to be read', { enriched_resume: `r1.${'x'.repeat(60_000)}` }],
	])('returns the same item if %s', (_why, json) => {
		const item = { json };
		expect(withMarkedTexts(item, 'enriched_', SIGN)).toBe(item);
	});
});
