import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../../nodes/IdentityResolution/api/tools/anyTool';
import { Budget, NO_BOUNDS } from '../../../nodes/IdentityResolution/run/budget/budget';
import {
	accountWith,
	allowance,
	buy,
	closed,
	someTool,
	knowing,
	otherTool,
	receive,
	searchTool,
	send,
	TO_LOOK,
	upTo,
} from '../../support/budgets';
import { personalEmail, reverseEmail } from '../../support/lookups';

describe('the windows of a family', () => {
	it('are shared by its tools', () => {
		const budget = knowing(accountWith(100));
		buy(budget, personalEmail, 40, 40);
		expect(allowance(budget, reverseEmail, 100)).toEqual(upTo(60));
	});

	it('are not those of another one', () => {
		const budget = knowing(accountWith(50, 20));
		buy(budget, personalEmail, 40, 40);
		expect([allowance(budget, searchTool, 100), allowance(budget, personalEmail, 100)]).toEqual([
			upTo(20),
			upTo(10),
		]);
		budget.invalidateWindows(searchTool);
		expect([allowance(budget, searchTool, 100), allowance(budget, personalEmail, 100)]).toEqual([
			TO_LOOK,
			upTo(10),
		]);
	});

	it('are told by the account, whether the family was asked before or not', () => {
		const budget = new Budget(NO_BOUNDS);
		buy(budget, personalEmail, 1, 1);
		budget.updateFromAccount(accountWith(50, 20));
		expect([allowance(budget, personalEmail, 100), allowance(budget, searchTool, 100)]).toEqual([
			upTo(50),
			upTo(20),
		]);
	});

	it('keep the reserve in each 5 h window', () => {
		const budget = knowing(accountWith(50, 20), { reserve: 15 });
		expect([allowance(budget, personalEmail, 100), allowance(budget, searchTool, 100)]).toEqual([
			upTo(35),
			upTo(5),
		]);
		expect(allowance(knowing(accountWith(15), { reserve: 15 }), personalEmail, 1)).toEqual(closed('reserve'));
		expect(allowance(knowing(accountWith(50), { reserve: 15 }), personalEmail, 50, { min: 50 })).toEqual(
			closed('reserve'),
		);
	});
});

describe('a tool of which no family is known', () => {
	it("is bounded by none of the account's windows", () => {
		expect(allowance(knowing(accountWith(0, 0, 0)), someTool, 50)).toEqual(upTo(50));
	});

	it('has windows of its own, as its replies tell them, and the account is not asked of them', () => {
		const budget = knowing(accountWith(100));
		receive(budget, send(budget, someTool), 1, { left: 0 });
		expect([someTool, otherTool, personalEmail].map((tool) => allowance(budget, tool, 50))).toEqual([
			closed('fair_use_records'),
			upTo(50),
			upTo(50),
		]);
	});

	describe.each(['search', 'enrich', 'unknown', 'free'])('though it is named like a family (%s)', (name) => {
		const namedAlike = customTool(name);

		it("is bounded by none of the account's windows", () => {
			expect(allowance(knowing(accountWith(0, 0, 0)), namedAlike, 50)).toEqual(upTo(50));
		});

		it.each<[string, Tool, Tool]>([
			['does not close them', namedAlike, personalEmail],
			['does not close them', namedAlike, searchTool],
			['is not closed with them', personalEmail, namedAlike],
			['is not closed with them', searchTool, namedAlike],
			['has none in common with others like it', namedAlike, someTool],
		])('%s ($1.name, then $2.name)', (_says, first, second) => {
			const budget = knowing(accountWith(100, 100));
			receive(budget, send(budget, first), 1, { left: 0 });
			expect(allowance(budget, second, 50)).toEqual(upTo(50));
		});
	});

	it('is bounded by nothing once that is out of date', () => {
		const budget = knowing(accountWith(100));
		receive(budget, send(budget, someTool), 1, { left: 0 });
		budget.invalidateWindows(someTool);
		expect(allowance(budget, someTool, 50)).toEqual(upTo(50));
	});

	describe('where records are to be left', () => {
		it('counts against those of enrichment, together with others like it', () => {
			const budget = knowing(accountWith(50, 10), { reserve: 15 });
			expect(allowance(budget, someTool, 100)).toEqual(upTo(35));
			buy(budget, someTool, 30, 30);
			expect(allowance(budget, otherTool, 100)).toEqual(upTo(5));
		});

		it('is asked about, and may not be asked where the account says nothing', () => {
			const budget = knowing(accountWith(50), { reserve: 15 });
			budget.invalidateWindows(someTool);
			expect(allowance(budget, someTool, 1)).toEqual(TO_LOOK);
			budget.ignoreAccount();
			expect(allowance(budget, someTool, 1)).toEqual(closed('reserve', null));
		});
	});
});
