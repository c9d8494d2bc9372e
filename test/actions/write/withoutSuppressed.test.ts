import { readSuppressionList } from '../../../nodes/IdentityResolution/actions/read/suppressionList';
import { withoutSuppressed } from '../../../nodes/IdentityResolution/actions/write/knownContent';
import { oneTool, type ContentMapper } from '../../../nodes/IdentityResolution/actions/write/content';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { SUPPRESSED } from '../../../nodes/IdentityResolution/run/suppression';
import { NO_CONTEXT } from '../../support/actions/rowContext';
import { storeOf } from '../../support/api/resumeText';
import { businessProfile } from '../../support/run/lookups';
import { found, rowOf } from '../../support/run/settledRows';

const ENTRY = { json: { mail: 'ada@example.com', suppressed: true } };
const { suppression } = readSuppressionList([ENTRY], 'enriched_', storeOf());
const content = {
	simplified: () => ({ full_name: 'Ada Example' }),
	raw: () => ({ results: { full_name: 'Ada Example' }, metadata: { tokens: 1 } }),
	own: { sources: 'profile: any_tool', person_key: 'hem:x', resume: 'r2.x', next_page: '25-x' },
	notes: ['Tools differ on title'],
};
const MAPPER: ContentMapper = { ...oneTool(businessProfile), read: () => content };
const FOUND = rowOf(businessProfile, 'ada-example', found({}));
const read = (outcome: Outcome) => withoutSuppressed(MAPPER, suppression).read({ ...FOUND, outcome }, NO_CONTEXT);

describe('the content of a suppressed row', () => {
	it('has nothing but what later runs need, though an answer revealed more', () => {
		const { simplified, raw, own, notes } = read(SUPPRESSED);
		expect([simplified(), raw()]).toEqual([{}, { results: null, metadata: null }]);
		expect(own).toEqual({ sources: null, person_key: 'hem:x', resume: 'r2.x', next_page: '25-x' });
		expect(notes).toEqual([]);
	});
});

it.each<[string, Outcome]>([
	['found', found({})],
	['skipped for another reason', { is: 'skipped', why: 'any', by: 'blank' }],
])('the content of a row that is %s is unchanged', (_status, outcome) => {
	expect(read(outcome)).toBe(content);
});

describe('the results of a search', () => {
	const results = ['ada@example.com', 'bea@example.com'].map((email): SettledRow => ({
		...FOUND,
		outcome: found({ email }),
	}));

	it('lack a suppressed person, and no other', () => {
		const mapper = withoutSuppressed({ ...MAPPER, itemRows: () => results }, suppression);
		expect(mapper.itemRows?.(FOUND)).toEqual([{ ...results[0], outcome: SUPPRESSED }, results[1]]);
	});

	it('are one row without results of its own', () => {
		expect(withoutSuppressed(MAPPER, suppression)).not.toHaveProperty('itemRows');
	});
});
