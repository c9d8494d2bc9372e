import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS, RESOURCES } from '../nodes/IdentityResolution/actions/operations';
import { TEST_IDENTIFIERS } from '../sandbox/testIdentifiers';

const README = readFileSync(join(__dirname, '..', 'README.md'), 'utf8');

it('opens with the two commands', () => {
	expect(README).toMatch(/^# n8n-nodes-identity-resolution\n\n```sh\nnpm start .*\nnpm test .*\n```\n/);
});

it('lists every operation with what it takes and the tool behind it', () => {
	const resourceName = new Map<string, string>(RESOURCES.map(({ name, value }) => [value, name]));
	const rows = [...OPERATIONS]
		.map(({ resource, name, kind, fields, tool }) => {
			const takes = kind === 'account' ? [] : fields.filter(({ type }) => type !== 'boolean').map(({ displayName }) => displayName);
			const behind = tool === null ? 'any other, by its name' : `\`${tool.name}\``;
			return `| ${resourceName.get(resource)} | ${name} | ${takes.join(', ') || '-'} | ${behind} |`;
		})
		.sort();
	const table = /<!-- operations.*-->\n\| Resource .*\n\|-.*\n([\s\S]*?)\n<!-- \/operations -->/.exec(README)?.[1];
	expect(table?.split('\n').sort()).toEqual(rows);
});

it('lists every test identifier of the sandbox', () => {
	const rows = TEST_IDENTIFIERS.map(({ name, description }) => `| \`${name}\` | ${description} |`);
	const table = /<!-- test identifiers.*-->\n\| Name .*\n\|-.*\n([\s\S]*?)\n<!-- \/test identifiers -->/.exec(README)?.[1];
	expect(table?.split('\n')).toEqual(rows);
});
