import { countWants } from '../../../nodes/IdentityResolution/actions/write/resolvedContent';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { businessProfile, personalEmail } from '../../support/run/lookups';
import { found, MISS, rowOf } from '../../support/run/settledRows';

const hit = rowOf(personalEmail, 'ada-example', found({ email: 'ada@home.test' }));
const profile = rowOf(businessProfile, 'dan-example', found({ full_name: 'Dan Example', title: 'CEO' }));
const miss = rowOf(businessProfile, 'ada-example', MISS);
const hashed = rowOf(personalEmail, 'ada-example', found({ email: '3e3417d7ef77d5932a6734b916515ed5' }));
const named: SettledRow = { ...hit, outcome: { ...hit.outcome, person: ['linkedin:ada-example'] } };

it.each<[string, SettledRow[], WantName[], string[]]>([
	[
		'each wanted part',
		[hit, hit, miss, profile],
		['personalEmail', 'profile', 'mobilePhone'],
		['2 with a personal email', '1 with a profile', '0 with a mobile phone'],
	],
	[
		'an earlier hit',
		[{ outcome: MISS, steps: [...hit.steps, ...miss.steps] }, miss],
		['personalEmail'],
		['1 with a personal email'],
	],
	['the LinkedIn profile that a row names itself', [hit, named], ['linkedinProfile'], ['1 with a LinkedIn profile']],
	[
		'an address of the row whose hash a tool returned',
		[hashed, hashed],
		['personalEmail'],
		['1 with a personal email'],
	],
])('countWants counts rows with %s', (_what, rows, wants, counts) => {
	const items = rows.map((_, index) => ({ json: index === 0 ? { mail: 'ada@example.com' } : {} }));
	const counting = countWants(rows, items, { wants, minGrade: 'any' });
	let step = counting.next();
	while (step.done !== true) step = counting.next();
	expect(step.value).toEqual(counts);
});
