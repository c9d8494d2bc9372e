import { SingleBar } from 'cli-progress';
import { countOf } from './report';

export interface RunProgress {
	requests: number;
	answered: number;
	lookups: number;
}

const inWords = ({ answered, lookups, requests }: RunProgress): string =>
	`${answered} of ${countOf(lookups, 'lookup')} answered, ${countOf(requests, 'request')}`;

/** Shows the progress of a run: a bar in a terminal, otherwise a line for each tenth. */
export function showProgress(stream: NodeJS.WriteStream): { update(progress: RunProgress): void; end(): void } {
	if (stream.isTTY) {
		const bar = new SingleBar({ stream, format: '  {bar} {words}', hideCursor: true });
		bar.start(0, 0, { words: '' });
		return {
			update(progress) {
				bar.setTotal(progress.lookups);
				bar.update(progress.answered, { words: inWords(progress) });
			},
			end: () => bar.stop(),
		};
	}
	let last = -1;
	return {
		update(progress) {
			const tenth = Math.floor((progress.answered / Math.max(1, progress.lookups)) * 10);
			if (tenth !== last) stream.write(`  ${inWords(progress)}\n`);
			last = tenth;
		},
		end() {},
	};
}
