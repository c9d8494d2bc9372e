import { getAccount } from '../../../nodes/IdentityResolution/api/account/account';
import { Budget, type Permit, Prices } from '../../../nodes/IdentityResolution/run/budget/budget';
import type { Demand } from '../../../nodes/IdentityResolution/run/budget/tokenBudget';
import { send, settle } from '../../support/run/budgets';
import { businessProfile, personalEmail, reverseEmail } from '../../support/run/lookups';

const demandOf = (max: number, demand: Partial<Demand> = {}): Demand => ({
	tool: personalEmail,
	phone: 'without',
	max,
	min: 1,
	...demand,
});
const granted = (size: number): Permit => ({ is: 'granted', size });

describe('a permit', () => {
	it('is granted in full without a limit, and for a free tool', () => {
		expect(new Budget(Infinity).permit(demandOf(100))).toEqual(granted(100));
		expect(new Budget(0).permit(demandOf(1, { tool: getAccount }))).toEqual(granted(1));
	});

	it('is reduced to what Max Tokens pays for, and refused if that is less than can be sent', () => {
		expect(new Budget(7).permit(demandOf(100))).toEqual(granted(7));
		expect(new Budget(7).permit(demandOf(8, { min: 8 }))).toEqual({ is: 'exhausted' });
	});

	it('waits for requests in flight before it is reduced or refused, because misses free tokens', () => {
		const budget = new Budget(60);
		const sent = send(budget, personalEmail, 50);
		expect(budget.permit(demandOf(50))).toEqual({ is: 'wait' });
		settle(budget, sent, 20);
		expect(budget.permit(demandOf(50))).toEqual(granted(40));
	});

	it.each([
		['is reduced to the records that the last reply left', 40, granted(40)],
		['is not reduced to nothing: the refusal says when to come back', 0, granted(100)],
	])('%s', (_says, remaining, permit) => {
		const budget = new Budget(Infinity);
		settle(budget, send(budget, personalEmail), 1, { remaining });
		expect(budget.permit(demandOf(100))).toEqual(permit);
		send(budget, personalEmail);
		expect(budget.permit(demandOf(100))).toEqual(granted(100));
	});
});

describe('lookups owed to started rows', () => {
	const owed = [demandOf(4)];
	const demand = demandOf(10, { tool: reverseEmail });

	it.each<[string, Budget, Permit]>([
		['leave the rest of Max Tokens to other lookups', new Budget(7), granted(3)],
		['leave nothing if they need all of it', new Budget(4), { is: 'exhausted' }],
		['leave the rest of the account balance to others', new Budget(Infinity, new Prices(), 7), granted(3)],
		['limit nothing without either', new Budget(Infinity), granted(10)],
	])('%s', (_says, budget, permit) => {
		expect(budget.permit(demand, owed)).toEqual(permit);
	});

	it('may use the balance up themselves: the service decides whether it is empty', () => {
		expect(new Budget(Infinity, new Prices(), 0).permit(demandOf(4))).toEqual(granted(4));
	});
});

it('a charge raises the price that later permits reserve', () => {
	const budget = new Budget(20);
	const demand = demandOf(10, { tool: businessProfile });
	expect(budget.permit(demand)).toEqual(granted(1));
	settle(budget, send(budget, businessProfile), 1, { charged: 4 });
	expect(budget.permit(demand)).toEqual(granted(4));
});
