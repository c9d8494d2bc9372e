import { request } from 'undici';
import { createService } from '../../../dev/sandbox/service';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { CONTRACT_CASES, type ContractCase } from '../../support/contractCases';
import { mismatches, type Pattern } from '../../support/pattern';
import { HEADERS, NOON } from './asking';
import { withSandbox } from './serving';

type SandboxCase = NonNullable<ContractCase['sandbox']>;

const cases = CONTRACT_CASES.flatMap(({ id, says, tool, sandbox }) => (sandbox ? [{ id, says, tool, sandbox }] : []));

const given = (sandbox: SandboxCase): SettingsPatch => sandbox.given ?? {};

const bodyOf = ({ body }: SandboxCase) => (typeof body === 'string' ? body : JSON.stringify(body));

function headersOf({ headers = {} }: SandboxCase): Record<string, string> {
	const sent = Object.entries({ ...HEADERS, ...headers }).filter(
		(header): header is [string, string] => header[1] !== null,
	);
	return Object.fromEntries(sent);
}

test('there are cases for the sandbox', () => {
	expect(cases.length).toBeGreaterThan(50);
	expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

describe('in process', () => {
	test.each(cases)('$id: $says', ({ tool, sandbox }) => {
		const service = createService(given(sandbox));
		const reply = service.handle(
			{ tool, method: 'POST', headers: headersOf(sandbox), body: bodyOf(sandbox) },
			NOON,
		);
		expect(mismatches(sandbox.reply as Pattern, reply)).toEqual([]);
	});
});

describe('over HTTP', () => {
	test.each(cases)('$id', async ({ tool, sandbox }) => {
		await withSandbox({ settings: given(sandbox), now: () => NOON }, async ({ url }) => {
			const { statusCode, headers, body } = await request(`${url}/${tool}`, {
				method: 'POST',
				headers: headersOf(sandbox),
				body: bodyOf(sandbox),
			});
			const reply = { status: statusCode, headers, body: await body.json() };
			expect(mismatches(sandbox.reply as Pattern, reply)).toEqual([]);
		});
	});
});
