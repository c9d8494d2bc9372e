import cells from '../../data/cells.json';
import { answerMiss, hostileServers } from '../../support/wire/hostileServer';
import { column, runOperation } from '../../support/node/nodeRun';

const start = hostileServers();

/** The operations that read a kind of cell, and the parameter. */
const READERS: Record<string, [resource: string, operation: string, parameter: string]> = {
	linkedin: ['personalEmail', 'findBest', 'linkedinUrl'],
	hem: ['businessProfile', 'findByHashedEmail', 'hashedEmail'],
};

/** A LinkedIn address without what all of them have. */
const slugIn = (sent: string) => decodeURIComponent(sent.replace('https://www.linkedin.com/in/', ''));

describe.each(Object.entries(READERS))('cells of kind %s', (kind, [resource, operation, parameter]) => {
	const ofKind = cells.filter((one) => one.kind === kind);

	it.each(ofKind)('$what: $cell', async ({ cell, sent }) => {
		const service = await start(answerMiss);
		const run = await runOperation(service, {
			resource,
			operation,
			parameters: { [parameter]: '={{ $json.cell }}' },
			node: { onError: 'continueRegularOutput' },
			rows: [{ cell }],
		});
		const received = service.received.flatMap(({ inputs }) => inputs.map(slugIn));
		expect(sent).toContain(received[0] ?? null);
		expect(received.length).toBeLessThan(2);
		expect(column(run, 'enriched_status')).toEqual([
			received.length > 0 ? 'not_found' : (expect.stringMatching(/^(?:invalid|skipped)$/) as string),
		]);
	});
});
