import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import {
	DRY_RUN_NOTICE,
	OUTPUTS_NOTICE,
	PHONE_NOTICE,
	RETURN_ALL_NOTICE,
} from '../../../nodes/IdentityResolution/actions/panel/notices';
import { IdentityResolution } from '../../../nodes/IdentityResolution/IdentityResolution.node';
import { findProfiles } from '../../support/node/findBestRun';
import { runOperation, type OperationRun } from '../../support/node/nodeRun';
import { panelOf } from '../../support/actions/panel';
import { sandboxes } from '../../support/node/sandboxes';

const { description } = new IdentityResolution();
const start = sandboxes();

/** The notices that n8n shows in the panel. */
function notices(resource: string, operation: string, more: INodeParameters): string[] {
	const values = panelOf(description, { resource, operation, ...more });
	return description.properties
		.filter(
			(property) =>
				property.type === 'notice' && NodeHelpers.displayParameter(values, property, null, description),
		)
		.map(({ displayName }) => displayName);
}

describe('the panel shows a notice about an unexpected consequence', () => {
	it.each<[string, string, string, INodeParameters, string[]]>([
		['no notice on a new node', 'personalEmail', 'findBest', {}, []],
		['a dry run sends no lookups', 'personalEmail', 'findBest', { options: { dryRun: true } }, [DRY_RUN_NOTICE]],
		['outputs move with Deferred', 'tool', 'call', { options: { onLimit: 'output' } }, [OUTPUTS_NOTICE]],
		[
			'outputs move with Not Found',
			'businessProfile',
			'findByEmail',
			{ options: { onNotFound: 'output' } },
			[OUTPUTS_NOTICE],
		],
		[
			'one notice if both outputs move',
			'personalEmail',
			'findBest',
			{ options: { onLimit: 'output', onNotFound: 'output' } },
			[OUTPUTS_NOTICE],
		],
		['the price of a phone', 'businessProfile', 'findByLinkedin', { includeMobilePhone: true }, [PHONE_NOTICE]],
		[
			'the price of a phone for a hashed email',
			'businessProfile',
			'findByHashedEmail',
			{ includeMobilePhone: true },
			[PHONE_NOTICE],
		],
		[
			'the price of a phone if it is one of several wants',
			'person',
			'resolve',
			{ want: ['workEmail', 'mobilePhone'] },
			[PHONE_NOTICE],
		],
		['one notice if a search returns all', 'person', 'search', { returnAll: true }, [RETURN_ALL_NOTICE]],
		['no notice if a search has a limit', 'company', 'search', { returnAll: false }, []],
		['no notice if no phone is wanted', 'person', 'resolve', { want: ['workEmail'] }, []],
		[
			'no phone notice if the operation has no phone',
			'businessProfile',
			'findByEmail',
			{ includeMobilePhone: true },
			[],
		],
	])('%s', (_what, resource, operation, parameters, texts) => {
		expect(notices(resource, operation, parameters)).toEqual(texts);
	});
});

describe('the hints of a run', () => {
	const hintsOf = async (more: Partial<OperationRun>) => {
		const { hints } = await runOperation(await start(), findProfiles(['test-found', 'test-plan-limit'], more));
		return hints.map(({ message }) => message);
	};

	it('warn that Retry On Fail is on', async () => {
		expect(await hintsOf({ node: { retryOnFail: true } })).toContainEqual(
			expect.stringContaining('Retry On Fail is on'),
		);
		expect(await hintsOf({})).not.toContainEqual(expect.stringContaining('Retry On Fail'));
	});

	it('start with the summary and the remedies, because n8n shows only three or four of them', async () => {
		const rows = [{ who: 'in/test-found' }, { who: 'no profile!' }, { who: 'in/test-plan-limit' }];
		const order = [/^3 rows/, /^1 row deferred/, /^Retry On Fail/, /count(s as an|) error/].map(
			(text) => expect.stringMatching(text) as string,
		);
		expect(await hintsOf({ rows, node: { retryOnFail: true } })).toEqual(order);
	});

	describe('explain how to run deferred rows again', () => {
		const withWait = { rows: [{ who: 'in/test-fair-use' }], options: { maxWait: 0 } };
		const ownOutput = { options: { onLimit: 'output' } };
		const withoutInput = { parameters: { linkedinUrl: '={{ $json.who }}', includeInputFields: false } };

		it.each<[string, Partial<OperationRun>, string]>([
			[
				'from the written rows',
				{},
				'run the written rows again with Skip When set to {{ $json.enriched_found }}',
			],
			['with a loop, from an output of their own', ownOutput, 'through a Wait node'],
			['from their input rows, if these are not written', withoutInput, 'Run their input again later'],
		])('after a wait: %s', async (_how, more, text) => {
			const [, hint] = await hintsOf({ ...withWait, ...more });
			expect(hint).toContain(text);
			expect(hint).not.toContain('reason');
		});

		it.each<[string, Partial<OperationRun>, string]>([
			[
				'from the written rows',
				{},
				'to look up only the rest, run the written rows again ' +
					'with Skip When set to {{ $json.enriched_found }}',
			],
			['from an output of their own', ownOutput, 'then run the deferred rows again'],
			['from their input rows, if these are not written', withoutInput, 'then run their input again'],
		])('after the remedy in the reason, if no row has a retry time: %s', async (_how, more, text) => {
			const [, hint] = await hintsOf(more);
			expect(hint).toMatch(/^1 row deferred\. Do what the reason column says/);
			expect(hint).toContain(text);
		});
	});
});
