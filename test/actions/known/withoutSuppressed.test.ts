import { withoutSuppressed } from '../../../nodes/IdentityResolution/actions/known/withoutSuppressed';
import { readSuppressionList } from '../../../nodes/IdentityResolution/actions/known/suppressionList';
import { NO_SUPPRESSION } from '../../../nodes/IdentityResolution/run/suppression';

const ADA = 'ada@example.com';
const { suppression } = readSuppressionList([{ json: { mail: ADA, suppressed: true } }], '');

const contentOf = (results: object, cells: object = {}) => ({
	simplified: () => cells,
	raw: () => ({ results, metadata: { tokens: 1 } }),
	own: { total: 2, some: ADA },
	notes: ['A note'],
});

describe('the content of a row', () => {
	it.each<[string, unknown, unknown]>([
		['an address', ADA.toUpperCase(), null],
		['one of a list', ['bea@example.net', ADA], ['bea@example.net', null]],
		['one of a list in a text', `bea@example.net, ${ADA}`, 'bea@example.net'],
		['one in a nested object', { a: [{ b: ADA, c: 1 }] }, { a: [{ b: null, c: 1 }] }],
	])('lacks a suppressed address: %s', (_what, given, left) => {
		const content = withoutSuppressed(contentOf({ given }, { work_email: given }), suppression);
		expect(content.raw()).toEqual({ results: { given: left }, metadata: { tokens: 1 } });
		expect(content.simplified()).toEqual({ work_email: left });
		expect(content.own).toEqual({ total: 2, some: null });
		expect(content.notes).toEqual(['An address on the suppression list was removed', 'A note']);
	});

	it('is the same object if it names nobody on the list, or if there is no list', () => {
		const other = contentOf({ email: 'bea@example.net' });
		expect(withoutSuppressed(other, suppression)).toBe(other);
		const named = contentOf({ email: ADA });
		expect(withoutSuppressed(named, NO_SUPPRESSION)).toBe(named);
	});
});
