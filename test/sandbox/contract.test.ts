import { request } from 'undici';
import { startSandbox } from '../../sandbox/server';
import { createService } from '../../sandbox/service';
import { defaultSettings, type SettingsPatch } from '../../sandbox/settings';
import { CONTRACT_CASES, type ContractCase } from '../support/contractCases';
import { mismatches, type Pattern } from '../support/pattern';

const NOW = Date.UTC(2030, 0, 1, 12);
const [KEY] = defaultSettings().keys;

type SandboxCase = NonNullable<ContractCase['sandbox']>;

const cases = CONTRACT_CASES.flatMap(({ id, says, tool, sandbox }) => (sandbox ? [{ id, says, tool, sandbox }] : []));

const given = (sandbox: SandboxCase): SettingsPatch => sandbox.given ?? {};

const bodyOf = ({ body }: SandboxCase) => (typeof body === 'string' ? body : JSON.stringify(body));

function headersOf({ headers = {} }: SandboxCase): Record<string, string> {
	const usual = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'user-agent': 'contract-cases' };
	const sent = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== null);
	return Object.fromEntries(sent);
}

test('there are cases for the sandbox', () => {
	expect(cases.length).toBeGreaterThan(50);
	expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

describe('in process', () => {
	test.each(cases)('$id: $says', ({ tool, sandbox }) => {
		const service = createService(given(sandbox));
		const reply = service.handle({ tool, method: 'POST', headers: headersOf(sandbox), body: bodyOf(sandbox) }, NOW);
		expect(mismatches(sandbox.reply as Pattern, reply)).toEqual([]);
	});
});

describe('over HTTP', () => {
	test.each(cases)('$id', async ({ tool, sandbox }) => {
		const running = await startSandbox({ settings: given(sandbox), now: () => NOW });
		try {
			const { statusCode, headers, body } = await request(`${running.url}/${tool}`, {
				method: 'POST',
				headers: headersOf(sandbox),
				body: bodyOf(sandbox),
			});
			const reply = { status: statusCode, headers, body: await body.json() };
			expect(mismatches(sandbox.reply as Pattern, reply)).toEqual([]);
		} finally {
			await running.close();
		}
	});
});
