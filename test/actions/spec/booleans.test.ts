import fc from 'fast-check';
import { isExplicitYes, isTruthy } from '../../../nodes/IdentityResolution/api/values/yesNo';

const NO = [false, 0, '', ' ', 'false', 'FALSE', 'no', 'n', 'off', '-', 'N/A', '0', null, undefined, 'null', []];
const NO_ABROAD = ['FALSCH', 'nein', 'FAUX', 'non', 'FALSO', 'não', 'ONWAAR', 'nee'];
const YES_WORDS = [
	...['true', 'yes', 'y', 'on', '1', 'x', 'wahr', 'ja', 'vrai', 'oui', 'verdadero', 'sí', 'si'],
	...['verdadeiro', 'sim', 'vero', 'sì', 'waar'],
];

it.each([...NO, ...NO_ABROAD])('isTruthy and isExplicitYes are false for %j', (value) => {
	expect([isTruthy(value), isExplicitYes(value)]).toEqual([false, false]);
});

it.each([2, 'ada@example.com', 'note', 'a no', '00', 'off!', 'jaja', 'maybe', '12025550100', [0], {}])(
	'isTruthy alone is true for %j',
	(value) => {
		expect([isTruthy(value), isExplicitYes(value)]).toEqual([true, false]);
	},
);

it('isTruthy and isExplicitYes are true for every explicit yes, in any spelling', () => {
	const spellings = fc.mixedCase(fc.constantFrom(...YES_WORDS));
	const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0'), maxLength: 3 });
	const texts = fc.tuple(blanks, spellings, blanks).map((parts) => parts.join(''));
	const cells = fc.oneof(fc.constantFrom(true, 1), texts);
	fc.assert(fc.property(cells, (cell) => isExplicitYes(cell) && isTruthy(cell)));
});

it('isTruthy is true whenever isExplicitYes is, for any value', () => {
	fc.assert(fc.property(fc.anything(), (value) => !isExplicitYes(value) || isTruthy(value)));
});
