import { parseArgs } from 'node:util';
import { TEST_IDENTIFIERS } from './rules/testIdentifiers';
import { startSandbox, type Sandbox } from './server';
import { defaultSettings, type SettingsPatch } from './settings';

const DEFAULT_PORT = 4010;
const HIT_RATE = 0.8;

const HELP = `A local stand-in for the identity-resolution service. Its people are made up, and nothing leaves this machine.

Usage: npm run sandbox -- [options]

  --port <n>         port of 127.0.0.1; 0 takes a free one (${DEFAULT_PORT})
  --settings <json>  settings that differ from the defaults, such as '{"hitRate": 1, "account": {"tokens": 50}}'
  --help             this text

Default settings, which dev/sandbox/settings.ts explains:

${JSON.stringify({ ...defaultSettings(), hitRate: HIT_RATE }, null, 2)}
`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: String(DEFAULT_PORT) },
			settings: { type: 'string', default: '{}' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return void process.stdout.write(HELP);
	const settings = JSON.parse(values.settings) as SettingsPatch;
	const sandbox = await startSandbox({ port: Number(values.port), settings: { hitRate: HIT_RATE, ...settings } });
	process.stdout.write(welcome(sandbox));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
}

function welcome({ url, key }: Sandbox): string {
	const { origin } = new URL(url);
	const width = Math.max(...TEST_IDENTIFIERS.map(({ name }) => name.length));
	const rows = TEST_IDENTIFIERS.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`);
	return `The sandbox is ready. Ctrl-C ends it.

  Base URL  ${url}
  API key   ${key}

Test identifiers force an outcome: as a LinkedIn slug, as <name>@example.com, or as the MD5 of that email.

${rows.join('\n')}

Control API:

  GET or DELETE  ${origin}/_sandbox/ledger    requests and charges
  GET or PATCH   ${origin}/_sandbox/settings  a patch in JSON, such as {"hitRate": 0.5}
  POST           ${origin}/_sandbox/clock     {"advance": <ms>}
`;
}

main().catch((error: Error) => {
	process.stderr.write(`The sandbox could not start: ${error.message.replace(/\.$/, '')}. See --help.\n`);
	process.exitCode = 1;
});
