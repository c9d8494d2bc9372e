import { SingleBar } from 'cli-progress';
import { counted } from './counted';

/** How far a run has come. */
export interface RunProgress {
	requests: number;
	answered: number;
	lookups: number;
}

/** The same in words. */
const told = ({ answered, lookups, requests }: RunProgress): string =>
	`${answered} of ${counted(lookups, 'lookup')} answered, ${counted(requests, 'request')}`;

/** Shows a run as it goes on: a bar in a terminal, a line for each tenth elsewhere. */
export function showProgress(output: NodeJS.WriteStream): { update(progress: RunProgress): void; end(): void } {
	return output.isTTY ? progressBar(output) : progressLines(output);
}

function progressBar(stream: NodeJS.WriteStream) {
	const bar = new SingleBar({ stream, format: '  {bar} {told}', hideCursor: true });
	bar.start(0, 0, { told: '' });
	return {
		update(progress: RunProgress) {
			bar.setTotal(progress.lookups);
			bar.update(progress.answered, { told: told(progress) });
		},
		end: () => bar.stop(),
	};
}

function progressLines(stream: NodeJS.WriteStream) {
	let last = -1;
	return {
		update(progress: RunProgress) {
			const tenth = Math.floor((progress.answered / Math.max(1, progress.lookups)) * 10);
			if (tenth === last) return;
			last = tenth;
			stream.write(`  ${told(progress)}\n`);
		},
		end() {},
	};
}
