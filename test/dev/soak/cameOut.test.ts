import type { JsonObject } from '../../../nodes/IdentityResolution/api/json';
import { LEFT_ON, LINKED, readCameOut } from '../../../dev/soak/cameOut';
import { OPERATIONS, type Operation } from '../../../dev/soak/operations';
import { OPTIONS } from './soundRun';

const operation = (name: string) => OPERATIONS.find((one) => one.operation === name) as Operation;

const toldRaw = (name: string, results: JsonObject) =>
	readCameOut(
		{ enriched_status: 'found', enriched_results: results, [LINKED]: 1, [LEFT_ON]: 'results' },
		operation(name),
		{ ...OPTIONS, output: 'raw' },
	).told;

it.each<[string, string, JsonObject, { emails: string[]; profiles: string[] }]>([
	[
		'of one tool: its e-mail',
		'findBest',
		{ email: 'ada@example.com' },
		{ emails: ['ada@example.com'], profiles: [] },
	],
	['of one tool: its profile', 'findByEmail', { linkedinurl: 'ada' }, { emails: [], profiles: ['ada'] }],
	[
		'of one tool: an address under its other name',
		'findByHashedEmail',
		{ linkedin_url: 'ada', personal_email: 'a@example.com' },
		{ emails: ['a@example.com'], profiles: ['ada'] },
	],
	[
		'of several tools: what each tells',
		'resolve',
		{ best: { email: 'ada@example.com' }, reverse: { linkedinurl: 'eve' } },
		{ emails: ['ada@example.com'], profiles: ['eve'] },
	],
	[
		'of several tools: nothing of what stands beside them',
		'resolve',
		{ email: 'ada@example.com' },
		{ emails: [], profiles: [] },
	],
	[
		'no masked e-mail, and no empty one',
		'resolve',
		{ one: { email: 'a***@example.com' }, other: { email: '' } },
		{ emails: [], profiles: [] },
	],
])('raw results tell %s', (_what, name, results, told) => {
	expect(toldRaw(name, results)).toEqual(told);
});

it('raw results that are none tell nothing', () => {
	const json = { enriched_status: 'deferred', enriched_results: null, [LINKED]: 1, [LEFT_ON]: 'results' };
	for (const { operation: name } of OPERATIONS) {
		expect(readCameOut(json, operation(name), { ...OPTIONS, output: 'raw' })).toMatchObject({
			status: 'deferred',
			told: { emails: [], profiles: [] },
		});
	}
});

it('a status that is no text is none', () => {
	expect(
		readCameOut({ enriched_status: 7, [LINKED]: 1, [LEFT_ON]: 'results' }, operation('findBest'), OPTIONS).status,
	).toBeNull();
});
