import { parametersOf } from '../../../dev/cli/parameters';
import { answerMiss, hostileServers } from '../../support/wire/hostileServer';
import { column, runOperation } from '../../support/node/nodeRun';

const start = hostileServers();

it('parametersOf fills both fields of resolve from one column, each with its own cells', async () => {
	const service = await start(answerMiss);
	const flags = { operation: 'resolve', skipAnswered: false, dryRun: false, maxTokens: 0 } as const;
	const { linkedinUrl, email } = parametersOf(flags, { linkedin: 'a "b"', email: 'a "b"', hem: 'a "b"' });
	const contacts = ['ada@example.com', '3e3417d7ef77d5932a6734b916515ed6', 'linkedin.com/in/bob-sample', ''];
	const run = await runOperation(service, {
		resource: 'person',
		operation: 'resolve',
		parameters: { linkedinUrl, email },
		rows: contacts.map((cell) => ({ 'a "b"': cell })),
	});
	expect(column(run, 'enriched_status')).toEqual(['not_found', 'not_found', 'not_found', 'skipped']);
	expect(column(run, 'enriched_reason').filter((reason) => /ignored/i.test(String(reason)))).toEqual([]);
});
