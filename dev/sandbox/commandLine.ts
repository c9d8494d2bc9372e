import { parseArgs } from 'node:util';
import { BATCH_SHAPES, defaultSettings, mergeSettings, SettingsError, type SettingsPatch } from './settings';

/** What the command line asks for; `refused` with one sentence for the user. */
export type Command =
	{ is: 'run'; port: number; settings: SettingsPatch } | { is: 'help' } | { is: 'refused'; why: string };

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

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
	port: text,
	key: text,
	tokens: text,
	'phone-tokens': text,
	'hit-rate': text,
	latency: text,
	plan: text,
	'no-personal-email': flag,
	'batch-shape': text,
	burst: text,
	'records-5h': text,
	'requests-5h': text,
	seed: text,
	help: flag,
} as const;

class BadFlag extends Error {}

/** Reads the arguments behind the script's name. Never throws. */
export function readCommandLine(args: readonly string[]): Command {
	try {
		const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false });
		if (values.help) return { is: 'help' };
		const port = count(values, 'port', 65_535) ?? DEFAULT_PORT;
		const settings = settingsOf(values);
		mergeSettings(DEFAULTS, settings);
		return { is: 'run', port, settings };
	} catch (error) {
		if (error instanceof BadFlag || error instanceof SettingsError) return { is: 'refused', why: error.message };
		return { is: 'refused', why: firstSentence(error) };
	}
}

type Values = { [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name]['type'] extends 'boolean' ? boolean : string };

function settingsOf(values: Values): SettingsPatch {
	const records = count(values, 'records-5h');
	const requests = count(values, 'requests-5h');
	return {
		...(values.key === undefined ? {} : { keys: [someText(values, 'key')] }),
		seed: integer(values, 'seed'),
		hitRate: share(values, 'hit-rate') ?? DEFAULT_HIT_RATE,
		latency: count(values, 'latency'),
		batchShape: shape(values['batch-shape']),
		burst: burst(values.burst),
		account: {
			tokens: count(values, 'tokens'),
			phoneTokens: count(values, 'phone-tokens'),
			plan: values.plan === undefined ? undefined : someText(values, 'plan'),
			personalEmailAvailable: values['no-personal-email'] ? false : undefined,
		},
		limits: {
			enrich: { records: { '5h': records }, requests: { '5h': requests } },
			search: { records: { '5h': records }, requests: { '5h': requests } },
		},
	};
}

type TextOption = {
	[Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name] extends typeof text ? Name : never;
}[keyof typeof OPTIONS];

function count(values: Values, name: TextOption, most = Number.MAX_SAFE_INTEGER): number | undefined {
	const value = values[name];
	if (value === undefined) return undefined;
	if (!/^\d+$/.test(value) || Number(value) > most) {
		throw new BadFlag(
			`--${name} must be a whole number from 0${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ''}, not "${value}".`,
		);
	}
	return Number(value);
}

function integer(values: Values, name: TextOption): number | undefined {
	const value = values[name];
	if (value === undefined) return undefined;
	if (!/^-?\d{1,15}$/.test(value)) throw new BadFlag(`--${name} must be a whole number, not "${value}".`);
	return Number(value);
}

function share(values: Values, name: TextOption): number | undefined {
	const value = values[name];
	if (value === undefined) return undefined;
	const number = value.trim() === '' ? NaN : Number(value);
	if (!(number >= 0 && number <= 1)) throw new BadFlag(`--${name} must be a number from 0 to 1, not "${value}".`);
	return number;
}

function someText(values: Values, name: TextOption): string {
	const value = values[name] ?? '';
	if (!/^\S+$/.test(value)) throw new BadFlag(`--${name} must be a word without blanks, not "${value}".`);
	return value;
}

function shape(value: string | undefined): SettingsPatch['batchShape'] {
	const known = BATCH_SHAPES.find((name) => name === value);
	if (value !== undefined && known === undefined)
		throw new BadFlag(`--batch-shape must be one of ${BATCH_SHAPES.join(', ')}, not "${value}".`);
	return known;
}

function burst(value: string | undefined): SettingsPatch['burst'] {
	if (value === undefined) return undefined;
	const [, perSecond, atOnce] = /^(\d+(?:\.\d+)?)(?::(\d+))?$/.exec(value) ?? [];
	if (perSecond === undefined || Number(perSecond) === 0) {
		throw new BadFlag(`--burst must be a number of requests per second, such as 10 or 10:20, not "${value}".`);
	}
	return {
		perSecond: Number(perSecond),
		burst: atOnce === undefined ? Math.max(1, Math.ceil(Number(perSecond))) : Number(atOnce),
	};
}

function firstSentence(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return `${message.split(/\. |\n/, 1)[0].replace(/\.$/, '')}.`;
}
