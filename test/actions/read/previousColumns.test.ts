import { previousReader } from '../../../nodes/IdentityResolution/actions/read/previousColumns';

it.each<[string, string, Record<string, unknown>, unknown]>([
	['our column', 'title', { title: 'of the user', enriched_title: 'CEO' }, 'CEO'],
	['nothing without our column', 'title', { title: 'of the user', enriched_status: 'found' }, undefined],
	['only our own text', 'answers', { enriched_answers: 'a', answers: 'b', error: { answers: 'c' } }, 'a'],
	['no text of other columns', 'answers', { answers: 'b', other_answers: 'c', error: { answers: 'd' } }, undefined],
	['the place of an error item', 'next_page', { enriched_next_page: '25-a', error: { next_page: '50-a' } }, '50-a'],
	['the place of our column', 'next_page', { enriched_next_page: '25-a', next_page: '5-a', error: {} }, '25-a'],
	['the place of a column without a prefix', 'next_page', { next_page: '5-a' }, '5-a'],
])('previousReader returns %s', (_what, column, json, cell) => {
	expect(previousReader('enriched_')(json as never)(column)).toBe(cell);
});
