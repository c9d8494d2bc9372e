import { SingleBar } from 'cli-progress';

/** How far a run has come. */
export interface RunProgress {
	requests: number;
	answered: number;
	lookups: number;
}

/** Shows a run as it goes on: a bar in a terminal, a line for each tenth elsewhere. */
export function showProgress(output: NodeJS.WriteStream): { update(progress: RunProgress): void; end(): void } {
	return output.isTTY ? progressBar(output) : progressLines(output);
}

function progressBar(stream: NodeJS.WriteStream) {
	const bar = new SingleBar({ stream, format: '  {bar} {value} of {total} lookups answered, {requests} requests', hideCursor: true });
	bar.start(0, 0, { requests: 0 });
	return {
		update({ lookups, answered, requests }: RunProgress) {
			bar.setTotal(lookups);
			bar.update(answered, { requests });
		},
		end: () => bar.stop(),
	};
}

function progressLines(stream: NodeJS.WriteStream) {
	let told = -1;
	return {
		update({ lookups, answered, requests }: RunProgress) {
			const tenth = Math.floor((answered / Math.max(1, lookups)) * 10);
			if (tenth === told) return;
			told = tenth;
			stream.write(`  ${answered} of ${lookups} lookups answered, ${requests} requests\n`);
		},
		end() {},
	};
}
