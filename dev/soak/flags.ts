import { parseArgs } from 'node:util';

export const HELP = `Runs the packed node in a whole n8n: a run is begun every second, while faults and limits of the sandbox change. Every
run is judged by itself, and n8n's memory and handles are watched.

Usage: npm run soak -- [options]

  --minutes <n>   how long runs are begun (30)
  --seed <n>      decides sheets, settings, faults and limits (1)
  --help          this text
`;

export interface Flags {
	minutes: number;
	seed: number;
}

/** @returns null where help is asked for @throws where an option is unknown or no whole number */
export function readFlags(args: string[]): Flags | null {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ args, options: { minutes: text, seed: text, help: { type: 'boolean' } } });
	if (values.help) return null;
	const whole = (name: 'minutes' | 'seed', usual: number) => {
		const value = Number(values[name] ?? usual);
		if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number of 1 or more.`);
		return value;
	};
	return { minutes: whole('minutes', 30), seed: whole('seed', 1) };
}
