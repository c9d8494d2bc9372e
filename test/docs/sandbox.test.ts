import { TEST_IDENTIFIERS } from '../../dev/sandbox/rules/testIdentifiers';
import { readPage, tableOf } from '../support/pageTable';

it('docs/sandbox.md lists every test identifier of the sandbox', () => {
	expect(tableOf(readPage('docs/sandbox.md'), 'test identifiers')).toEqual(
		TEST_IDENTIFIERS.map(({ name, description }) => [`\`${name}\``, description]),
	);
});
