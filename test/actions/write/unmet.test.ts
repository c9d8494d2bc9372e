import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { findBest } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { ALL_CONTENT, oneTool, type ContentMapper } from '../../../nodes/IdentityResolution/actions/write/content';
import { resolvedContent } from '../../../nodes/IdentityResolution/actions/write/resolvedContent';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { businessProfile, personalEmail } from '../../support/run/lookups';
import { found, MISS, rowOf } from '../../support/run/settledRows';

const hit = rowOf(personalEmail, 'ada-example', found({ email: 'ada@home.test' }));
const profile = rowOf(businessProfile, 'dan-example', found({ full_name: 'Dan Example', title: 'CEO' }));
const miss = rowOf(businessProfile, 'ada-example', MISS);
const hashed = rowOf(personalEmail, 'ada-example', found({ email: '3e3417d7ef77d5932a6734b916515ed5' }));
const named: SettledRow = { ...hit, outcome: { ...hit.outcome, person: ['linkedin:ada-example'] } };

const unmetIn = ({ unmet }: Pick<ContentMapper, 'unmet'>, rows: SettledRow[]) =>
	rows.map((row, index) => unmet(row, () => (index === 0 ? ['ada@example.com'] : [])));

it.each<[string, SettledRow[], WantName[], WantName[][]]>([
	[
		'each wanted part',
		[hit, miss, profile],
		['personalEmail', 'profile'],
		[['profile'], ['personalEmail', 'profile'], ['personalEmail']],
	],
	[
		'an earlier hit',
		[{ outcome: MISS, steps: [...hit.steps, ...miss.steps] }, miss],
		['personalEmail'],
		[[], ['personalEmail']],
	],
	['the LinkedIn profile that a row names itself', [hit, named], ['linkedinProfile'], [['linkedinProfile'], []]],
	['an address of the row whose hash a tool returned', [hashed, hashed], ['personalEmail'], [[], ['personalEmail']]],
])('a row of Resolve has %s', (_what, rows, wants, unmet) => {
	expect(unmetIn(resolvedContent(resolve, { ...ALL_CONTENT, wants }), rows)).toEqual(unmet);
});

it('a row of one tool lacks an address if it accepts no mail', () => {
	const wants: WantName[] = ['personalEmail'];
	const bounced = rowOf(personalEmail, 'eve-example', found({ email: 'eve@home.test', risk_score: 'D' }));
	const content = oneTool(findBest, { ...ALL_CONTENT, wants, minGrade: 'anyExceptD' });
	expect(unmetIn(content, [hashed, hit, hashed, bounced, miss])).toEqual([[], [], wants, wants, wants]);
});
