import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { DRY_RUN_NOTICE, OUTPUTS_NOTICE, PHONE_NOTICE } from '../../nodes/IdentityResolution/actions/panel/notices';
import { IdentityResolution } from '../../nodes/IdentityResolution/IdentityResolution.node';
import { findBest } from '../support/findBestRun';
import { runOperation, type OperationRun } from '../support/nodeRun';
import { panelOf } from '../support/panel';
import { sandboxes } from '../support/sandboxes';

const { description } = new IdentityResolution();
const start = sandboxes();

/** The notices that the panel shows, as n8n decides it. */
function notices(resource: string, operation: string, more: INodeParameters): string[] {
	const values = panelOf(description, { resource, operation, ...more });
	return description.properties
		.filter(
			(property) =>
				property.type === 'notice' && NodeHelpers.displayParameter(values, property, null, description),
		)
		.map(({ displayName }) => displayName);
}

describe('the panel says where a choice has a consequence that is easily overlooked', () => {
	it.each<[string, string, string, INodeParameters, string[]]>([
		['nothing on a new node', 'personalEmail', 'findBest', {}, []],
		['what a dry run does not do', 'personalEmail', 'findBest', { options: { dryRun: true } }, [DRY_RUN_NOTICE]],
		['that outputs move with Deferred', 'tool', 'call', { options: { deferredRows: 'output' } }, [OUTPUTS_NOTICE]],
		[
			'that outputs move with Not Found',
			'businessProfile',
			'findByEmail',
			{ options: { onNotFound: 'output' } },
			[OUTPUTS_NOTICE],
		],
		[
			'that outputs move once, with both',
			'personalEmail',
			'findBest',
			{ options: { deferredRows: 'output', onNotFound: 'output' } },
			[OUTPUTS_NOTICE],
		],
		['what a phone costs', 'businessProfile', 'findByLinkedin', { includeMobilePhone: true }, [PHONE_NOTICE]],
		[
			'the same of a hashed e-mail',
			'businessProfile',
			'findByHashedEmail',
			{ includeMobilePhone: true },
			[PHONE_NOTICE],
		],
		[
			'the same where a phone is one of several wants',
			'person',
			'resolve',
			{ want: ['workEmail', 'mobilePhone'] },
			[PHONE_NOTICE],
		],
		['nothing where no phone is wanted', 'person', 'resolve', { want: ['workEmail'] }, []],
		[
			'nothing of a phone where the operation has none',
			'businessProfile',
			'findByEmail',
			{ includeMobilePhone: true },
			[],
		],
	])('%s', (_what, resource, operation, parameters, texts) => {
		expect(notices(resource, operation, parameters)).toEqual(texts);
	});
});

describe('a hint behind a run', () => {
	const told = async (more: Partial<OperationRun>) => {
		const { hints } = await runOperation(await start(), findBest(['test-found', 'test-plan-limit'], more));
		return hints.map(({ message }) => message);
	};

	it('says that Retry On Fail is on', async () => {
		expect(await told({ node: { retryOnFail: true } })).toContainEqual(
			expect.stringContaining('Retry On Fail is on'),
		);
		expect(await told({})).not.toContainEqual(expect.stringContaining('Retry On Fail'));
	});

	it('says the sum first, then what to do: n8n shows three or four, and the rest by scrolling', async () => {
		const rows = [{ who: 'in/test-found' }, { who: 'no profile!' }, { who: 'in/test-plan-limit' }];
		const order = [/^3 rows/, /^1 row was put off/, /^Retry On Fail/, /could not be answered/].map(
			(text) => expect.stringMatching(text) as string,
		);
		expect(await told({ rows, limits: { batchSize: 1 }, node: { retryOnFail: true } })).toEqual(order);
	});

	describe('says how rows that were put off come back', () => {
		const waiting = { rows: [{ who: 'in/test-fair-use' }], limits: { maxWait: 0 } };
		const apart = { options: { deferredRows: 'output' } };
		const alone = { parameters: { linkedinUrl: '={{ $json.who }}', includeInputFields: false } };

		it.each<[string, Partial<OperationRun>, string]>([
			[
				'from what was written',
				{},
				'run the written rows again with Skip When set to {{ $json.enriched_found }}',
			],
			['by a loop, from an output of their own', apart, 'through a Wait node'],
			['from what came in, where that is not written', alone, 'Run their input rows again later'],
		])('after a wait: %s', async (_how, more, text) => {
			const [, comeBack] = await told({ ...waiting, ...more });
			expect(comeBack).toContain(text);
			expect(comeBack).not.toContain('reason');
		});

		it.each<[string, Partial<OperationRun>, string]>([
			[
				'from what was written',
				{},
				'then, to ask only what is left, run the written rows again with Skip When set to {{ $json.enriched_found }}',
			],
			['from an output of their own', apart, 'and run it again'],
			['from what came in, where that is not written', alone, 'then run its input row again'],
		])('after what their reason says, where none has a time to wait for: %s', async (_how, more, text) => {
			const [, comeBack] = await told({ limits: { batchSize: 1 }, ...more });
			expect(comeBack).toMatch(/^1 row was put off\. Do what its reason says/);
			expect(comeBack).toContain(text);
		});
	});
});
