import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../../nodes/IdentityResolution/api/tools/anyTool';
import { Budget } from '../../../nodes/IdentityResolution/run/budget/budget';
import {
	accountWith,
	permitFor,
	sendAndSettle,
	windowClosed,
	someTool,
	budgetAfterCheck,
	otherTool,
	settle,
	searchTool,
	send,
	CHECK_ACCOUNT,
	granted,
} from '../../support/run/budgets';
import { personalEmail, reverseEmail } from '../../support/run/lookups';

describe('the windows of a family', () => {
	it('are shared by its tools', () => {
		const budget = budgetAfterCheck(accountWith(100));
		sendAndSettle(budget, personalEmail, 40, 40);
		expect(permitFor(budget, reverseEmail, 100)).toEqual(granted(60));
	});

	it('are separate from those of other families', () => {
		const budget = budgetAfterCheck(accountWith(50, 20));
		sendAndSettle(budget, personalEmail, 40, 40);
		expect([permitFor(budget, searchTool, 100), permitFor(budget, personalEmail, 100)]).toEqual([
			granted(20),
			granted(10),
		]);
		budget.invalidateWindows(searchTool);
		expect([permitFor(budget, searchTool, 100), permitFor(budget, personalEmail, 100)]).toEqual([
			CHECK_ACCOUNT,
			granted(10),
		]);
	});

	it('are set by an account check, whether or not the family was used before', () => {
		const budget = new Budget(Infinity);
		sendAndSettle(budget, personalEmail, 1, 1);
		budget.updateFromAccount(accountWith(50, 20));
		expect([permitFor(budget, personalEmail, 100), permitFor(budget, searchTool, 100)]).toEqual([
			granted(50),
			granted(20),
		]);
	});
});

describe('a tool of unknown family', () => {
	it("is not limited by the account's windows", () => {
		expect(permitFor(budgetAfterCheck(accountWith(0, 0, 0)), someTool, 50)).toEqual(granted(50));
	});

	it('has its own windows from its replies, without an account check', () => {
		const budget = budgetAfterCheck(accountWith(100));
		settle(budget, send(budget, someTool), 1, { remaining: 0 });
		expect([someTool, otherTool, personalEmail].map((tool) => permitFor(budget, tool, 50))).toEqual([
			windowClosed('fair_use_records'),
			granted(50),
			granted(50),
		]);
	});

	describe.each(['search', 'enrich', 'unknown', 'free'])('with the name of a family (%s)', (name) => {
		const namedTool = customTool(name);

		it("is not limited by the account's windows", () => {
			expect(permitFor(budgetAfterCheck(accountWith(0, 0, 0)), namedTool, 50)).toEqual(granted(50));
		});

		it.each<[string, Tool, Tool]>([
			['does not close the enrichment windows', namedTool, personalEmail],
			['does not close the search windows', namedTool, searchTool],
			['is not blocked by the enrichment windows', personalEmail, namedTool],
			['is not blocked by the search windows', searchTool, namedTool],
			['shares no windows with other tools of unknown family', namedTool, someTool],
		])('%s', (_case, first, second) => {
			const budget = budgetAfterCheck(accountWith(100, 100));
			settle(budget, send(budget, first), 1, { remaining: 0 });
			expect(permitFor(budget, second, 50)).toEqual(granted(50));
		});
	});

	it('has no limit once its windows are stale', () => {
		const budget = budgetAfterCheck(accountWith(100));
		settle(budget, send(budget, someTool), 1, { remaining: 0 });
		budget.invalidateWindows(someTool);
		expect(permitFor(budget, someTool, 50)).toEqual(granted(50));
	});
});
