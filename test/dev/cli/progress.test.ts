import { PassThrough } from 'node:stream';
import { showProgress } from '../../../dev/cli/progress';

/** What is shown on an output that is no terminal, line by line, when so many of 40 lookups are answered one after the other. */
function linesAt(answered: number[], lookups = 40): string[] {
	const output = new PassThrough();
	const { update, end } = showProgress(output as unknown as NodeJS.WriteStream);
	for (const count of answered) update({ lookups, answered: count, requests: 1 });
	end();
	return String(output.read() ?? '')
		.split('\n')
		.slice(0, -1);
}

describe('progress where there is no terminal', () => {
	it('is a line for each tenth that is begun, however many answers come', () => {
		const every = Array.from({ length: 41 }, (_, count) => count);
		expect(linesAt(every).map((line) => /\d+ of 40/.exec(line)?.[0])).toEqual(
			[0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40].map((count) => `${count} of 40`),
		);
	});

	it('is a line for answers that come all at once', () => {
		expect(linesAt([0, 40])).toEqual([
			'  0 of 40 lookups answered, 1 request',
			'  40 of 40 lookups answered, 1 request',
		]);
	});

	it('is one line where there is nothing to look up', () =>
		expect(linesAt([0, 0], 0)).toEqual(['  0 of 0 lookups answered, 1 request']));
});
