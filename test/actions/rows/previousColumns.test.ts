import { previousColumns } from '../../../nodes/IdentityResolution/actions/rows/previousColumns';
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
