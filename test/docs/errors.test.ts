import { REASONS, REFUSALS } from '../../nodes/IdentityResolution/api/refusals';
import { readPage, tableOf } from '../support/pageTable';

it('docs/errors.md lists every code with which the reason of a deferred row starts', () => {
	const rows = REASONS.filter((reason) => REFUSALS[reason].ends !== 'lookup').map((reason) => {
		const { message, remedy } = REFUSALS[reason];
		return [`\`${reason}\``, message, remedy];
	});
	expect(tableOf(readPage('docs/errors.md'), 'reasons')).toEqual(rows);
});
