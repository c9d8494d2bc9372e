import { Names } from '../../nodes/IdentityResolution/service/named';
import { personalEmail } from '../support/run/lookups';

it.each([
	['the next one', 'own', 'own', 'second'],
	['the current one, if another request found out before', 'own', 'third', 'third'],
	['none after the last one', 'third', 'third', null],
])('Names replaces a missing name by %s', (_what, missing, current, expected) => {
	const tool = { ...personalEmail, name: 'own', otherNames: ['second', 'third'] };
	const names = new Names();
	names.use(current, tool);
	expect(names.current(tool)).toEqual({ ...tool, name: current });
	expect(names.insteadOf(missing, tool)).toBe(expected);
});
