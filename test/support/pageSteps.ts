/** A fenced block of a page: a whole file, a change to one, or commands. */
export type Step =
	| { is: 'file'; file: string; text: string }
	| { is: 'change'; file: string; hunks: readonly string[][] }
	| { is: 'commands'; lines: readonly string[] };

export interface Section {
	heading: string;
	steps: readonly Step[];
}

const FENCE = /^```(\w+)(?: title="([^"]+)")?\n([\s\S]*?)\n```$/gm;

/**
 * What a page tells its reader to do, section by section. A block with a title is the file of that name, or a change to it where it is
 * a `diff`; `sh` is run. Other blocks are only shown.
 */
export function stepsOf(page: string): Section[] {
	return page
		.split(/^## /m)
		.slice(1)
		.map((section) => ({
			heading: section.slice(0, section.indexOf('\n')),
			steps: [...section.matchAll(FENCE)].flatMap(stepOf),
		}));
}

function stepOf([, language, file, text]: string[]): Step[] {
	const lines = text.split('\n');
	if (language === 'sh') return [{ is: 'commands', lines }];
	if (file === undefined) return [];
	return [
		language === 'diff' ? { is: 'change', file, hunks: hunksOf(lines) } : { is: 'file', file, text: `${text}\n` },
	];
}

function hunksOf(lines: readonly string[]): string[][] {
	const hunks: string[][] = [[]];
	for (const line of lines) {
		if (line.startsWith('@@')) hunks.push([]);
		else hunks[hunks.length - 1].push(line);
	}
	return hunks;
}

/**
 * The text with its lines changed as the hunks say: ` ` stays, `+` comes, `-` goes.
 * @throws Error where what stays and goes is not found, or stands in more than one place
 */
export function changed(text: string, hunks: readonly string[][]): string {
	return hunks.reduce((before, hunk) => {
		const without = (sign: string) =>
			`\n${hunk
				.filter((line) => !line.startsWith(sign))
				.map((line) => line.slice(1))
				.join('\n')}\n`;
		const parts = `\n${before}`.split(without('+'));
		if (parts.length !== 2)
			throw new Error(`These lines stand in ${parts.length - 1} places, not in one:${without('+')}`);
		return parts.join(without('-')).slice(1);
	}, text);
}

/** The lines that a page adds to a file. */
export const linesAdded = (sections: readonly Section[], file: string): string[] =>
	sections
		.flatMap(({ steps }) => steps)
		.flatMap((step) => (step.is === 'change' && step.file === file ? step.hunks.flat() : []))
		.filter((line) => line.startsWith('+'))
		.map((line) => line.slice(1));
