import type { IDataObject } from 'n8n-workflow';
import { withMarkedTexts } from '../../../nodes/IdentityResolution/actions/known/markedTexts';
import { readResume, type StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import { signer } from '../../../nodes/IdentityResolution/api/signature';
import { resumeText, SIGN } from '../../support/api/resumeText';

const ADA: StoredAnswer = { tool: 'any', key: 'linkedin:ada-example', phone: 'without', at: 0, results: {} };
const OWN = resumeText([ADA]);
const FOREIGN = resumeText([ADA], signer('key_of_a_stranger'));
const cellsOf = (json: IDataObject) => withMarkedTexts({ json }, SIGN).json;
const marksIn = (cell: unknown) => readResume(cell)?.map(({ unverified }) => unverified);

describe('withMarkedTexts', () => {
	it.each(['enriched_resume', 'note', 'enriched_person_key', 'constructor'])(
		'marks an answer that is not authentic in the column %s',
		(column) => {
			expect(marksIn(cellsOf({ id: 1, [column]: FOREIGN })[column])).toEqual([true]);
		},
	);

	it('marks it under the name __proto__, too', () => {
		const json = JSON.parse(`{"__proto__":"${FOREIGN}"}`) as IDataObject;
		expect(marksIn(Object.entries(cellsOf(json))[0][1])).toEqual([true]);
	});

	it('keeps authentic and unreadable texts, other cells, their order, and other parts of the item', () => {
		const json = { b: OWN, a: 'r1.damaged', c: 5, d: null, e: { resume: FOREIGN } };
		const item = { json, pairedItem: { item: 3 } };
		const marked = withMarkedTexts(item, SIGN);
		expect(marked).toEqual(item);
		expect(Object.keys(marked.json)).toEqual(['b', 'a', 'c', 'd', 'e']);
	});

	it('returns the same item if no cell is a resume text', () => {
		const item = { json: { id: 1 } };
		expect(withMarkedTexts(item, SIGN)).toBe(item);
	});
});
