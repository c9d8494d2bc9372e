import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { IdentityResolution } from '../../../nodes/IdentityResolution/IdentityResolution.node';
import { findProfiles } from '../../support/node/findBestRun';
import { runOperation, type OperationRun } from '../../support/node/nodeRun';
import { panelOf } from '../../support/actions/panel';
import { sandboxes } from '../../support/node/sandboxes';

const { description } = new IdentityResolution();
const start = sandboxes();

describe('the panel shows a notice about an unexpected consequence', () => {
	const OUTPUTS = { onLimit: 'output', onNotFound: 'output' };

	it.each<[string, string, INodeParameters, string[]]>([
		['nothing on a new node', 'personalEmail/findBest', {}, []],
		[
			'a dry run sends no lookups',
			'personalEmail/findBest',
			{ options: { dryRun: true } },
			['Dry Run is on: nothing is looked up'],
		],
		[
			'outputs move, once for both',
			'personalEmail/findBest',
			{ options: OUTPUTS },
			['Order of the outputs: Results, Deferred, Not Found, Error'],
		],
		[
			'outputs move',
			'tool/call',
			{ options: { onLimit: 'output' } },
			['Order of the outputs: Results, Deferred, Not Found, Error'],
		],
		[
			'a phone costs extra',
			'businessProfile/findByLinkedin',
			{ includeMobilePhone: true },
			['A phone may be charged extra'],
		],
		[
			'a phone is one of the wants',
			'person/resolve',
			{ want: ['workEmail', 'mobilePhone'] },
			['A phone may be charged extra'],
		],
		['nothing if no phone is wanted', 'person/resolve', { want: ['workEmail'] }, []],
		['nothing without a phone', 'businessProfile/findByEmail', { includeMobilePhone: true }, []],
		['a search returns all', 'person/search', { returnAll: true }, ['Every match may be charged']],
		['nothing if a search has a limit', 'company/search', { returnAll: false }, []],
	])('%s: %s', (_what, path, parameters, texts) => {
		const [resource, operation] = path.split('/');
		const values = panelOf(description, { resource, operation, ...parameters });
		const notices = description.properties.filter(
			(property) =>
				property.type === 'notice' && NodeHelpers.displayParameter(values, property, null, description),
		);
		expect(notices.map(({ displayName }) => displayName)).toEqual(
			texts.map((text) => expect.stringMatching(`^${text}`) as string),
		);
	});
});

describe('the hints of a run', () => {
	const hints = async (more: Partial<OperationRun>) => {
		const run = await runOperation(await start(), findProfiles(['test-found', 'test-plan-limit'], more));
		return run.hints.map(({ message }) => message);
	};

	const everything = { parameters: { linkedinUrl: '={{ $json.who }}', output: 'everything' } };

	it('are the summary and the most useful three of the others', async () => {
		const rows = [{ who: 'in/test-found' }, { who: 'no profile!' }, { who: 'in/test-plan-limit' }];
		const hintsWith = async (options: OperationRun['options'], known?: OperationRun['known']) =>
			await hints({ ...everything, rows, node: { retryOnFail: true }, options, known });
		const starts = (...texts: string[]) =>
			['3 rows', '1 row deferred', ...texts].map((text) => expect.stringMatching(`^${text}`) as string);
		expect(await hintsWith({})).toEqual(
			starts('Retry On Fail is on', '1 cell is no LinkedIn profile, for example "no profile!"'),
		);
		expect(await hintsWith({ knownAnswers: true }, [{ id: 1 }])).toEqual(
			starts('The rows at the input Known contain no answer', 'Retry On Fail is on'),
		);
		expect(await hints({})).not.toContainEqual(expect.stringContaining('Retry On Fail'));
	});

	it("say that n8n's table hides columns, before what needs no action", async () => {
		const wide = Object.fromEntries(Array.from({ length: 40 }, (_, column) => [`column ${column}`, column]));
		const rows = [{ who: 'in/test-found', ...wide }];
		const suppressed = [{ mail: 'eve@example.com' }];
		const [, ...others] = await hints({ ...everything, rows, suppressed, options: { suppressionList: true } });
		expect(others).toEqual([
			expect.stringMatching(/^The rows have \d\d columns, of which n8n's table shows the first 40\. /),
			'The suppression list has 1 row: 1 by mail.',
		]);
	});

	it.each<[string, Partial<OperationRun>, string]>([
		['from the written rows', {}, 'Run this output again later, once it is stored: found rows are skipped'],
		['with a loop, from an output of their own', { options: { onLimit: 'output' } }, 'through a Wait node'],
	])('say how to run deferred rows again after a wait: %s', async (_how, more, text) => {
		const rows = [{ who: 'in/test-fair-use' }];
		const [, hint] = await hints({ rows, ...more, options: { maxWait: 0, ...more.options } });
		expect(hint).toContain(text);
	});

	it('say how to run deferred rows again after the remedy in their reason', async () => {
		const [, hint] = await hints({ parameters: { linkedinUrl: '={{ $json.who }}', inputFields: 'none' } });
		expect(hint).toMatch(
			/^1 row deferred\. Do what the reason column says, then run the input of these rows alone again: /,
		);
	});
});
