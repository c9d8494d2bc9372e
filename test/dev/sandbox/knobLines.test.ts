import { request } from 'undici';
import { knobLines } from '../../../dev/sandbox/knobs';
import { withSandbox } from './serving';

const BODIES: Readonly<Record<string, string>> = { PATCH: '{"hitRate": 0.5}', POST: '{"advance": 1000}' };

test('each knob that is printed answers to each method that stands before it', async () => {
	await withSandbox({}, async ({ url }) => {
		const answers: Array<[string, number]> = [];
		for (const line of knobLines(new URL(url).origin)) {
			const [, methods = '', address = ''] = /^ +(\S.*?) +(http:\S+)/.exec(line) ?? [];
			for (const method of methods.split(' or ')) {
				const { statusCode, body } = await request(address, { method: method as 'GET', body: BODIES[method] });
				await body.dump();
				answers.push([`${method} ${new URL(address).pathname}`, statusCode]);
			}
		}
		expect(answers).toEqual([
			['GET /_sandbox/ledger', 200],
			['DELETE /_sandbox/ledger', 200],
			['GET /_sandbox/settings', 200],
			['PATCH /_sandbox/settings', 200],
			['POST /_sandbox/clock', 200],
			['GET /_sandbox/test-identifiers', 200],
		]);
	});
});
