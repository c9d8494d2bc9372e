import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { testCredential } from '../../dev/n8n/engine/testCredential';
import { packedTypes, runOperation, type OperationRun } from './nodeRun';
import { triggerOn } from './triggerRun';

/** Something that sends requests with a credential. @returns all that came of it */
export type Caller = (credential: ICredentialDataDecryptedObject) => Promise<object>;

const ANY = { url: '', key: '' };
const PROFILES = ['ada-example', 'bo-example', 'cy-example'].map((name) => ({
	linkedin: `https://www.linkedin.com/in/${name}`,
	email: `${name}@example.com`,
}));

/** A run under Continue, so that nothing that came of it is thrown away. */
const running =
	(job: Pick<OperationRun, 'resource' | 'operation'> & Partial<OperationRun>): Caller =>
	async (credential) =>
		await runOperation(ANY, { rows: PROFILES, node: { onError: 'continueRegularOutput' }, credential, ...job });

const byLinkedin = { linkedinUrl: '={{ $json.linkedin }}' };
const everyIdentifier = {
	...byLinkedin,
	email: '={{ $json.email }}',
	want: ['company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail'],
};
const ANY_TOOL = {
	resource: 'tool',
	operation: 'call',
	parameters: { toolName: 'linkedin_to_business_email', body: '{"linkedin_url":"ada-example"}' },
};

/** Every way in which the package sends anything. */
export const CALLERS: ReadonlyArray<[name: string, caller: Caller]> = [
	['lookups', running({ resource: 'businessProfile', operation: 'findByLinkedin', parameters: byLinkedin })],
	['a batch', running({ resource: 'personalEmail', operation: 'findBest', parameters: byLinkedin })],
	['Resolve', running({ resource: 'person', operation: 'resolve', parameters: everyIdentifier })],
	['a Custom Tool', running(ANY_TOOL)],
	[
		'a run with a budget',
		running({
			resource: 'businessProfile',
			operation: 'findByLinkedin',
			parameters: byLinkedin,
			limits: { reserve: 10 },
		}),
	],
	[
		'a dry run',
		running({
			resource: 'personalEmail',
			operation: 'findBest',
			parameters: byLinkedin,
			options: { dryRun: true },
		}),
	],
	[
		"an agent's tool",
		running({
			resource: 'personalEmail',
			operation: 'findBest',
			parameters: { linkedinUrl: 'in/ada-example' },
			node: { rewireOutputLogTo: 'ai_tool' },
			outputs: 1,
		}),
	],
	['the account', running({ resource: 'account', operation: 'get' })],
	['the usage', running({ resource: 'account', operation: 'getUsage' })],
	[
		'the trigger',
		async (credential) => {
			const trigger = await triggerOn(ANY, { event: 'lowBalance', threshold: 10 }, credential);
			return { polls: [await trigger.activate(), await trigger.fetchTestEvent()], saved: trigger.saved };
		},
	],
	[
		'the test of the credential',
		async (credential) =>
			await testCredential(await packedTypes(), 'identityResolutionApi', { userAgent: '', ...credential }),
	],
];
