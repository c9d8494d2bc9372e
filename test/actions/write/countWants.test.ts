import { countWants } from '../../../nodes/IdentityResolution/actions/write/countWants';
import type { Wanted, WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import { businessProfile, personalEmail } from '../../support/run/lookups';
import { found, MISS, rowOf } from '../../support/run/settledRows';

const wanted = (wants: WantName[]): Wanted => ({ wants, minGrade: 'any' });

describe('countWants', () => {
	it('counts the rows with each wanted part, and ignores rows without a hit', () => {
		const rows = [
			rowOf(personalEmail, 'ada-example', found({ email: 'ada@home.test' })),
			rowOf(personalEmail, 'bob-example', found({ email: 'bob@home.test' })),
			rowOf(personalEmail, 'cem-example', MISS),
			rowOf(businessProfile, 'dan-example', found({ full_name: 'Dan Example', title: 'CEO' })),
		];
		const items = rows.map(() => ({ json: {} }));
		expect(
			countWants(rows, items, wanted(['personalEmail', 'profile', 'mobilePhone'])).map((want) => want.rows),
		).toEqual([2, 1, 0]);
	});

	it('counts an earlier hit of a row whose last lookup found nothing, and no part of an answer without a hit', () => {
		const [{ steps: hit }, miss] = [
			rowOf(personalEmail, 'ada-example', found({ email: 'ada@home.test' })),
			rowOf(businessProfile, 'ada-example', MISS),
		];
		const rows = [{ outcome: MISS, steps: [...hit, ...miss.steps] }, miss];
		expect(countWants(rows, [{ json: {} }, { json: {} }], wanted(['personalEmail']))).toMatchObject([{ rows: 1 }]);
	});

	it('counts the LinkedIn profile that a row names itself', () => {
		const [row] = [rowOf(personalEmail, 'ada-example', found({ email: 'ada@home.test' }))];
		const named = { ...row, outcome: { ...row.outcome, person: ['linkedin:ada-example'] } };
		const items = [{ json: {} }, { json: {} }];
		expect(countWants([row, named], items, wanted(['linkedinProfile'])).map((want) => want.rows)).toEqual([1]);
	});

	it('counts an address of the row whose hash a tool returned', () => {
		const hashed = found({ email: '3e3417d7ef77d5932a6734b916515ed5' });
		const rows = [rowOf(personalEmail, 'ada-example', hashed), rowOf(personalEmail, 'bob-example', hashed)];
		const items = [{ json: { mail: 'ada@example.com' } }, { json: {} }];
		expect(countWants(rows, items, wanted(['personalEmail'])).map((want) => want.rows)).toEqual([1]);
	});
});
