import { columnExpression, skipAnswered } from '../../../dev/cli/columns';
import { answerMiss, hostileServers } from '../../support/wire/hostileServer';
import { column, runOperation } from '../../support/node/nodeRun';

const start = hostileServers();
const NAMES = [
	...['LinkedIn', 'a }} b', '{{ 1 + 1 }}', 'x"] }}{{ $json["b', '}}', '={{ 1 }}', 'it\'s "it"', 'back\\slash'],
	...['two\nlines', '\u2028', '${1}', '`', '日本 ', '\ud83d\ude00', ']', '$json'],
];

it('columnExpression reads exactly the named column in n8n', async () => {
	const service = await start(answerMiss);
	for (const [place, name] of NAMES.entries()) {
		const run = await runOperation(service, {
			resource: 'personalEmail',
			operation: 'findBest',
			parameters: { linkedinUrl: columnExpression(name) },
			node: { onError: 'continueRegularOutput' },
			rows: [{ [name]: `in/ada-example-${place}`, b: 'in/somebody-else' }],
		});
		expect([name, column(run, 'enriched_status')]).toEqual([name, ['not_found']]);
	}
	expect(service.received.flatMap(({ inputs }) => inputs)).toEqual(
		NAMES.map((_, place) => `https://www.linkedin.com/in/ada-example-${place}`),
	);
});

it('columnExpression reads the first column with an email or an MD5, or else the first filled one', async () => {
	const service = await start(answerMiss);
	const md5 = '3e3417d7ef77d5932a6734b916515ed5';
	const rows = [
		{ email: 'n/a', hash: md5 },
		{ email: ' ', hash: md5 },
		{ email: '', hash: ` ${md5}` },
		{ email: 'ada@example.com', hash: md5 },
		{ email: 'nope', hash: '' },
	];
	const run = await runOperation(service, {
		resource: 'person',
		operation: 'resolve',
		parameters: { email: columnExpression('email', 'hash'), want: ['profile'] },
		node: { onError: 'continueRegularOutput' },
		rows,
	});
	expect(column(run, 'enriched_status')).toEqual([...Array<string>(4).fill('not_found'), 'invalid']);
});

it.each([
	['findWorkEmail', undefined, [0, 1, 2]],
	['resolve', ['workEmail', 'personalEmail'], [5]],
] as const)(
	'skipAnswered skips exactly the rows that %s for %j answered completely',
	async (operation, want, places) => {
		const service = await start(answerMiss);
		const email = 'ada@example.com';
		const answers: Array<[string, Record<string, string>]> = [
			['not_found', { work_email: '' }],
			['found', { work_email: email }],
			['found', { work_email: '', reason: 'Nothing usable' }],
			['deferred', { work_email: email }],
			['found', { personal_email: email, reason: 'By another operation' }],
			['found', { personal_email: email, work_email: '' }],
		];
		const run = await runOperation(service, {
			resource: 'personalEmail',
			operation: 'findBest',
			parameters: { linkedinUrl: '={{ "in/ada-example-" + $itemIndex }}' },
			options: { skipWhen: skipAnswered({ operation, want }), columnPrefix: 'now_' },
			rows: answers.map(([status, columns]) =>
				Object.fromEntries(
					Object.entries({ status, ...columns }).map(([name, cell]) => [`enriched_${name}`, cell]),
				),
			),
		});
		const skipped = answers.map((_, place) => (places.some((one) => one === place) ? 'skipped' : 'not_found'));
		expect(column(run, 'now_status')).toEqual(skipped);
	},
);
