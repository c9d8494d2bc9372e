import { request } from 'undici';
import { startSandbox } from '../../sandbox/server';
import { createService } from '../../sandbox/service';
import { defaultSettings, type SettingsPatch } from '../../sandbox/settings';
import { CONTRACT_CASES, type ContractCase } from '../support/contractCases';
import { mismatches, type Pattern } from '../support/pattern';

const NOW = Date.UTC(2030, 0, 1, 12);
const [KEY] = defaultSettings().keys;

/**
 * The search trial is of the search family (contract: Limits, "separate for enrich and search"), and no tool whose shape
 * the contract shows belongs to it: here the tool of the case is put there.
 */
const ADJUSTED: Record<string, SettingsPatch> = {
	'fair-use-trial-used-up': { families: { reverse_email_lookup: 'search' } },
};

type SandboxCase = NonNullable<ContractCase['sandbox']>;

const cases = CONTRACT_CASES.flatMap(({ id, says, tool, sandbox }) => (sandbox ? [{ id, says, tool, sandbox }] : []));

const given = (id: string, sandbox: SandboxCase): SettingsPatch => ({ ...sandbox.given, ...ADJUSTED[id] });

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
	test.each(cases)('$id: $says', ({ id, tool, sandbox }) => {
		const service = createService(given(id, sandbox));
		const reply = service.handle({ tool, method: 'POST', headers: headersOf(sandbox), body: bodyOf(sandbox) }, NOW);
		expect(mismatches(sandbox.reply as Pattern, reply)).toEqual([]);
	});
});

describe('over HTTP', () => {
	test.each(cases)('$id', async ({ id, tool, sandbox }) => {
		const running = await startSandbox({ settings: given(id, sandbox), now: () => NOW });
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
