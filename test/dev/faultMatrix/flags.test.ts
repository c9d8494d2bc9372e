import { FAULTS } from '../../../dev/faultMatrix/catalogue';
import { HELP, readFlags } from '../../../dev/faultMatrix/flags';

it.each([
	[[], { faults: FAULTS, lines: 'by_fault' }],
	[['--cells'], { faults: FAULTS, lines: 'by_cell' }],
	[['--only', 'drip'], { faults: [expect.objectContaining({ name: 'drip' })], lines: 'by_fault' }],
	[['--help'], null],
])('%j', (args, flags) => expect(readFlags(args)).toEqual(flags));

it.each([
	[['--only', 'rain'], 'There is no fault "rain". Choose one of refused, '],
	[['--all'], 'Unknown option'],
])('%j is refused', (args, why) => expect(() => readFlags(args)).toThrow(why));

it('names every fault in its help, each by a name of its own', () => {
	const names = FAULTS.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	expect(HELP).toContain(names.join(', '));
});
