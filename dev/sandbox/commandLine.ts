import { parseArgs } from 'node:util';
import { z } from 'zod/v4';
import { BATCH_SHAPES, defaultSettings, type SettingsPatch } from './settings';

/** The command line's request, or one sentence about what is wrong with it. */
export type Command =
	{ is: 'run'; port: number; settings: SettingsPatch } | { is: 'help' } | { is: 'invalid'; message: string };

const DEFAULT_PORT = 4010;
const DEFAULT_HIT_RATE = 0.8;
const DEFAULTS = defaultSettings();

export const HELP = `A local stand-in for the identity-resolution service. Its people are made up, and nothing leaves this machine.

Usage: npm run sandbox -- [options]
Defaults in brackets.

  --port <n>            port of 127.0.0.1; 0 takes a free one (${DEFAULT_PORT})
  --key <text>          the API key that may call
  --tokens <n>          token balance (${DEFAULTS.account.tokens})
  --phone-tokens <n>    phone-token allowance (${DEFAULTS.account.phoneTokens})
  --hit-rate <0 to 1>   share of identifiers that are found (${DEFAULT_HIT_RATE})
  --latency <ms>        time that every answer takes (${DEFAULTS.latency})
  --plan <name>         plan of the account; free has a search trial (${DEFAULTS.account.plan})
  --no-personal-email   a plan without the dedicated personal-email tools
  --batch-shape <name>  ${BATCH_SHAPES.join(', ')} (${DEFAULTS.batchShape})
  --burst <n>[:<m>]     at most n requests per second and tool, m at once (no guard)
  --records-5h <n>      Fair Use records per 5 hours
  --requests-5h <n>     Fair Use requests per 5 hours
  --seed <n>            decides the people and who is found (${DEFAULTS.seed})
  --help                this text
`;

// Each message completes the sentence "--option must be ...".
const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message);
const count = matching(/^\d{1,15}$/, 'a whole number from 0').transform(Number);
const word = matching(/^\S+$/, 'a word without blanks');

const options = z.object({
	port: z
		.string()
		.refine((text) => /^\d+$/.test(text) && Number(text) <= 65_535, 'a whole number from 0 to 65535')
		.transform(Number)
		.default(DEFAULT_PORT),
	key: word.optional(),
	tokens: count.optional(),
	'phone-tokens': count.optional(),
	'hit-rate': matching(/^(?:0?\.\d+|1\.0*|0\.?|1)$/, 'a number from 0 to 1')
		.transform(Number)
		.default(DEFAULT_HIT_RATE),
	latency: count.optional(),
	plan: word.optional(),
	'no-personal-email': z.boolean().default(false),
	'batch-shape': z.enum(BATCH_SHAPES, `one of ${BATCH_SHAPES.join(', ')}`).optional(),
	burst: matching(
		/^(?!0+(?:\.0+)?(?::|$))\d+(?:\.\d+)?(?::\d+)?$/,
		'a number of requests per second, such as 10 or 10:20',
	).optional(),
	'records-5h': count.optional(),
	'requests-5h': count.optional(),
	seed: matching(/^-?\d{1,15}$/, 'a whole number')
		.transform(Number)
		.optional(),
	help: z.boolean().default(false),
});

const FLAGS = ['no-personal-email', 'help'];
const ARGUMENTS = Object.fromEntries(
	Object.keys(options.shape).map((name) => [name, { type: FLAGS.includes(name) ? 'boolean' : 'string' } as const]),
);

/** Parses the arguments after the script's name. Never throws. */
export function readCommandLine(args: readonly string[]): Command {
	try {
		const { values } = parseArgs({ args: [...args], options: ARGUMENTS });
		if (values.help) return { is: 'help' };
		const parsed = options.safeParse(values);
		if (parsed.success) return { is: 'run', port: parsed.data.port, settings: settingsOf(parsed.data) };
		const [{ path, message }] = parsed.error.issues;
		const name = String(path[0]);
		return { is: 'invalid', message: `--${name} must be ${message}, not "${String(values[name])}".` };
	} catch (error) {
		return { is: 'invalid', message: firstSentence(error) };
	}
}

function settingsOf(given: z.infer<typeof options>): SettingsPatch {
	const limits = { records: { '5h': given['records-5h'] }, requests: { '5h': given['requests-5h'] } };
	return {
		...(given.key === undefined ? {} : { keys: [given.key] }),
		seed: given.seed,
		hitRate: given['hit-rate'],
		latency: given.latency,
		batchShape: given['batch-shape'],
		burst: given.burst === undefined ? undefined : burstOf(given.burst),
		account: {
			tokens: given.tokens,
			phoneTokens: given['phone-tokens'],
			plan: given.plan,
			personalEmailAvailable: given['no-personal-email'] ? false : undefined,
		},
		limits: { enrich: limits, search: limits },
	};
}

function burstOf(text: string): SettingsPatch['burst'] {
	const [perSecond, atOnce = Math.max(1, Math.ceil(perSecond))] = text.split(':').map(Number);
	return { perSecond, burst: atOnce };
}

/** The first sentence of an error of `parseArgs`, which explains more than a terminal needs. */
function firstSentence(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return `${message.split(/\. |\n/, 1)[0].replace(/\.$/, '')}.`;
}
