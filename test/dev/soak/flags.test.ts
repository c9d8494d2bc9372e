import { readFlags } from '../../../dev/soak/flags';

it.each<[string[], ReturnType<typeof readFlags>]>([
	[[], { minutes: 30, seed: 1 }],
	[['--minutes', '5', '--seed', '7'], { minutes: 5, seed: 7 }],
	[['--help'], null],
])('%j', (args, flags) => {
	expect(readFlags(args)).toEqual(flags);
});

it.each([[['--minutes', '0']], [['--minutes', '1.5']], [['--seed', 'x']], [['--hours', '1']], [['5']]])(
	'refuses %j',
	(args) => {
		expect(() => readFlags(args)).toThrow();
	},
);
