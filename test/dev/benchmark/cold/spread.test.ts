import { spreadOf } from '../../../../dev/benchmark/cold/spread';

it('takes the middle one of an odd number', () => {
	expect(spreadOf([30, 10, 200])).toEqual({ median: 30, least: 10, most: 200 });
});

it('takes the mean of the two in the middle of an even number', () => {
	expect(spreadOf([4, 1, 100, 2])).toEqual({ median: 3, least: 1, most: 100 });
});

it('sorts by value and not by spelling', () => {
	expect(spreadOf([9, 10, 100]).median).toBe(10);
});

it('leaves what was measured in its order', () => {
	const values = [3, 1, 2];
	spreadOf(values);
	expect(values).toEqual([3, 1, 2]);
});

it('refuses to say anything of nothing', () => {
	expect(() => spreadOf([])).toThrow('Nothing was measured');
});
