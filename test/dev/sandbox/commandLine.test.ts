import { HELP, readCommandLine } from '../../../dev/sandbox/commandLine';
import { createService } from '../../../dev/sandbox/service';
import { defaultSettings, type SandboxSettings } from '../../../dev/sandbox/settings';

/** The settings that a service has under these arguments. */
function settingsUnder(...args: string[]): SandboxSettings {
	const command = readCommandLine(args);
	if (command.is !== 'run') throw new Error(`${args.join(' ')} does not run`);
	return createService(command.settings).settings();
}

test('without arguments the defaults hold, but not everybody is found', () => {
	expect(readCommandLine([])).toMatchObject({ is: 'run', port: 4010 });
	expect(settingsUnder()).toEqual({ ...defaultSettings(), hitRate: 0.8 });
});

test.each<[string[], object]>([
	[['--key', 'sandbox_abcdefghijk'], { keys: ['sandbox_abcdefghijk'] }],
	[['--tokens', '7'], { account: { tokens: 7, phoneTokens: 1000 } }],
	[['--phone-tokens', '0'], { account: { tokens: 100_000, phoneTokens: 0 } }],
	[['--hit-rate', '0.25'], { hitRate: 0.25 }],
	[['--latency=80'], { latency: 80 }],
	[['--plan', 'free'], { account: { plan: 'free' } }],
	[['--no-personal-email'], { account: { personalEmailAvailable: false } }],
	[['--batch-shape', 'keyed'], { batchShape: 'keyed' }],
	[['--burst', '10'], { burst: { perSecond: 10, burst: 10 } }],
	[['--burst', '0.5'], { burst: { perSecond: 0.5, burst: 1 } }],
	[['--burst', '10:25'], { burst: { perSecond: 10, burst: 25 } }],
	[['--records-5h', '50'], { limits: { enrich: { records: { '5h': 50 } }, search: { records: { '5h': 50 } } } }],
	[['--requests-5h', '60'], { limits: { enrich: { requests: { '5h': 60 } }, search: { requests: { '5h': 60 } } } }],
	[['--seed=-9'], { seed: -9 }],
])('%j', (args, settings) => expect(settingsUnder(...args)).toMatchObject(settings));

test('the port is read', () => {
	expect(readCommandLine(['--port', '0'])).toMatchObject({ port: 0 });
});

test.each([
	[['--port', '70000'], '--port must be a whole number from 0 to 65535, not "70000".'],
	[['--port', 'http'], '--port must be a whole number from 0 to 65535, not "http".'],
	[['--tokens', '1.5'], '--tokens must be a whole number from 0, not "1.5".'],
	[['--tokens=-5'], '--tokens must be a whole number from 0, not "-5".'],
	[['--hit-rate', '80'], '--hit-rate must be a number from 0 to 1, not "80".'],
	[['--hit-rate', ''], '--hit-rate must be a number from 0 to 1, not "".'],
	[['--seed', 'x'], '--seed must be a whole number, not "x".'],
	[['--key', ''], '--key must be a word without blanks, not "".'],
	[['--key', 'a b'], '--key must be a word without blanks, not "a b".'],
	[['--batch-shape', 'heap'], '--batch-shape must be one of echo, nested, keyed, positional, not "heap".'],
	[['--burst', '0'], '--burst must be a number of requests per second, such as 10 or 10:20, not "0".'],
	[['--burst', 'many'], '--burst must be a number of requests per second, such as 10 or 10:20, not "many".'],
])('%j is refused: %s', (args, why) => expect(readCommandLine(args)).toEqual({ is: 'refused', why }));

test.each([
	[['--colour', 'blue'], '--colour'],
	[['serve'], 'serve'],
	[['--tokens'], '--tokens'],
	[['--tokens', '-5'], '--tokens'],
	[['--no-personal-email=yes'], '--no-personal-email'],
])('%j is refused in one sentence', (args, name) => {
	const command = readCommandLine(args);
	expect(command).toEqual({ is: 'refused', why: expect.stringMatching(/^[^\n]+[^.]\.$/) as string });
	expect(command.is === 'refused' && command.why).toContain(name);
});

test('help is asked for, whatever else is', () => {
	expect(readCommandLine(['--tokens', '5', '--help'])).toEqual({ is: 'help' });
	for (const name of [
		'port',
		'key',
		'tokens',
		'phone-tokens',
		'hit-rate',
		'latency',
		'plan',
		'no-personal-email',
		'batch-shape',
		'burst',
		'records-5h',
		'requests-5h',
		'seed',
		'help',
	]) {
		expect(HELP).toContain(`--${name}`);
	}
});
