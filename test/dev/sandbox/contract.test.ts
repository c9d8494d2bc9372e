import { request } from 'undici';
import { CONTRACT_CASES, type ContractCase } from '../../support/api/contractCases';
import { mismatches, type Pattern } from '../../support/pattern';
import { sandboxes } from '../../support/node/sandboxes';
import { HEADERS, NOON } from '../../support/asking';

const start = sandboxes();
type SandboxCase = NonNullable<ContractCase['sandbox']>;

const cases = CONTRACT_CASES.flatMap(({ id, says, tool, sandbox }) => (sandbox ? [{ id, says, tool, sandbox }] : []));

/** A header of null in a case is not sent. */
function headersOf({ headers = {} }: SandboxCase): Record<string, string> {
	const all = Object.entries({ ...HEADERS, ...headers });
	return Object.fromEntries(all.filter((header): header is [string, string] => header[1] !== null));
}

test.each(cases)('sandbox keeps the contract over HTTP: $id: $says', async ({ tool, sandbox }) => {
	const { url } = await start(sandbox.given, () => NOON);
	const { statusCode, headers, body } = await request(`${url}/${tool}`, {
		method: 'POST',
		headers: headersOf(sandbox),
		body: typeof sandbox.body === 'string' ? sandbox.body : JSON.stringify(sandbox.body),
	});
	const reply = { status: statusCode, headers, body: await body.json() };
	expect(mismatches(sandbox.reply as Pattern, reply)).toEqual([]);
});
