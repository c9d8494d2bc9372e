import { withoutSuppressed } from '../../../nodes/IdentityResolution/actions/known/withoutSuppressed';
import { readSuppressionList } from '../../../nodes/IdentityResolution/actions/known/suppressionList';
import { NO_SUPPRESSION, SUPPRESSED } from '../../../nodes/IdentityResolution/run/suppression';
import { businessProfile } from '../../support/lookups';
import { found, rowOf } from '../../support/settledRows';

const ADA = 'ada@example.com';
const { suppression } = readSuppressionList([{ json: { mail: ADA, suppressed: true } }], '');

const FOUND = rowOf(businessProfile, 'bea-example', found({}));

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
		['one after a link', `https://example.com/bea ${ADA}`, 'https://example.com/bea'],
		['one of several, all suppressed', `${ADA}; ${ADA}`, null],
		['one in a sentence, which is removed as a whole', `write to ${ADA} first`, null],
		['one behind a name, which is removed as well', `Ada Example <${ADA}>`, null],
		['one in a nested object', { a: [{ b: ADA, c: 1 }] }, { a: [{ b: null, c: 1 }] }],
	])('lacks a suppressed address: %s', (_what, given, left) => {
		const content = withoutSuppressed(FOUND, contentOf({ given }, { work_email: given }), suppression);
		expect(content.raw()).toEqual({ results: { given: left }, metadata: { tokens: 1 } });
		expect(content.simplified()).toEqual({ work_email: left });
		expect(content.own).toEqual({ total: 2, some: null });
		expect(content.notes).toEqual(['An address on the suppression list was removed', 'A note']);
	});

	it('is the same object if it names nobody on the list, or if there is no list', () => {
		const other = contentOf({ email: 'bea@example.net' });
		expect(withoutSuppressed(FOUND, other, suppression)).toBe(other);
		const named = contentOf({ email: ADA });
		expect(withoutSuppressed(FOUND, named, NO_SUPPRESSION)).toBe(named);
	});
});

describe('the content of a row that ended at a suppressed person', () => {
	const content = {
		simplified: () => ({ full_name: 'Ada Example' }),
		raw: () => ({ results: { full_name: 'Ada Example' }, metadata: { tokens: 1 } }),
		own: { sources: 'profile: any_tool', person_key: 'hem:x' },
		notes: ['Tools differ on title'],
	};

	it('has no data but the key of the person, though an answer revealed more', () => {
		const left = withoutSuppressed({ ...FOUND, outcome: SUPPRESSED }, content, suppression);
		expect(left.simplified()).toEqual({});
		expect(left.raw()).toEqual({ results: null, metadata: null });
		expect(left.own).toEqual({ sources: null, person_key: 'hem:x' });
		expect(left.notes).toEqual([]);
	});

	it('has its data if the row was skipped for another reason', () => {
		const outcome = { is: 'skipped', why: 'any', by: 'blank' } as const;
		expect(withoutSuppressed({ ...FOUND, outcome }, content, suppression)).toBe(content);
	});
});
