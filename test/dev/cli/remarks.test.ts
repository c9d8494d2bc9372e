import { remarksOf } from '../../../dev/cli/remarks';

const told = (message: string, written = 'out/a-enriched.csv') =>
	remarksOf([{ location: 'outputPane', type: 'info', message }], written);

describe('what is said beyond the counts', () => {
	const counts = '1,500 rows, 1,200 distinct lookups, 12 requests, 900 tokens (estimated): 900 found, 300 deferred.';

	it.each([
		['counts alone', counts, []],
		['counts of one', '1 row, 1 distinct lookup, 1 request, 1 token: 1 found.', []],
		[
			'a stop',
			`${counts} 1 charge may have been made without an answer. Max Tokens is reached, so the run stopped early. Come back at 2026-11-22 06:52:08 UTC.`,
			[
				'1 charge may have been made without an answer. Max Tokens is reached, so the run stopped early. Come back at 2026-11-22 06:52:08 UTC.',
			],
		],
		['what was escaped for HTML', 'Perhaps a &lt;b> here.', ['Perhaps a <b> here.']],
	])('%s', (_what, message, lines) => expect(told(message)).toEqual(lines));

	it('names our own flag where the node names its parameter', () => {
		const hint =
			'2 rows were put off. To ask only what is left, run the written rows again with Skip When set to {{ $json.enriched_found }}.';
		expect(told(hint)).toEqual([
			'2 rows were put off. To ask only what is left: npm start -- --file out/a-enriched.csv --skip-answered, with the other flags as they were',
		]);
		expect(told(hint.replace('To ask', 'Do what their reason says; then, to ask'))[0]).toMatch(
			/^2 rows were put off\. Do what their reason says; then, to ask only what is left: npm start /,
		);
		expect(told(hint, 'out/my sheet.csv')[0]).toContain('--file "out/my sheet.csv" ');
	});
});
