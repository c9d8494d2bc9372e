import cells from '../../data/cells.json';
import { answerMiss, hostileServers } from '../../support/wire/hostileServer';
import { column, runOperation } from '../../support/node/nodeRun';

const start = hostileServers();

/** The operations that read a kind of cell, and their parameters. */
const READERS: Record<string, [resource: string, operation: string, parameters: Record<string, string>]> = {
	linkedin: ['personalEmail', 'findBest', { linkedinUrl: '={{ $json.cell }}' }],
	email: ['businessProfile', 'findByEmail', { email: '={{ $json.cell }}' }],
	hem: ['businessProfile', 'findByHashedEmail', { hashedEmail: '={{ $json.cell }}' }],
	ip: ['company', 'findByIp', { ipAddress: '={{ $json.cell }}' }],
	name: [
		'workEmail',
		'findByName',
		{
			fullName: '={{ $json.cell.name }}',
			firstName: '={{ $json.cell.firstName }}',
			lastName: '={{ $json.cell.lastName }}',
			company: '={{ $json.cell.company }}',
			companyDomain: '={{ $json.cell.companyDomain }}',
		},
	],
};

/** A LinkedIn address without what all of them have. */
const slugIn = (sent: string) => decodeURIComponent(sent.replace('https://www.linkedin.com/in/', ''));

describe.each(Object.entries(READERS))('cells of kind %s', (kind, [resource, operation, parameters]) => {
	const ofKind = cells.filter((one) => one.kind === kind);

	it.each(ofKind)('$what: $cell', async ({ cell, sent }) => {
		const service = await start(answerMiss);
		const run = await runOperation(service, {
			resource,
			operation,
			parameters,
			node: { onError: 'continueRegularOutput' },
			rows: [{ cell }],
		});
		const received = service.received.flatMap(({ inputs }) => (kind === 'name' ? ['name'] : inputs.map(slugIn)));
		expect(sent).toContain(received[0] ?? null);
		expect(received.length).toBeLessThan(2);
		expect(column(run, 'enriched_status')).toEqual([
			received.length > 0 ? 'not_found' : (expect.stringMatching(/^(?:invalid|skipped)$/) as string),
		]);
	});
});
