import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { testCredential } from '../../../dev/n8n/engine/testCredential';
import { packedTypes, runOperation, type OperationRun } from '../node/nodeRun';
import { triggerOn } from '../node/triggerRun';

/** Sends requests with a credential, and returns everything that the run produced. */
export type Caller = (credential: ICredentialDataDecryptedObject) => Promise<object>;

const ANY = { url: '', key: '' };
const PROFILES = ['ada-example', 'bo-example', 'cy-example'].map((name) => ({
	linkedin: `https://www.linkedin.com/in/${name}`,
	email: `${name}@example.com`,
}));

/** Runs the node with On Error set to Continue, so that n8n keeps all results. */
const callerFor =
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

/** Every feature of the package that sends requests. */
export const CALLERS: ReadonlyArray<[name: string, caller: Caller]> = [
	['lookups', callerFor({ resource: 'businessProfile', operation: 'findByLinkedin', parameters: byLinkedin })],
	['a batch', callerFor({ resource: 'personalEmail', operation: 'findBest', parameters: byLinkedin })],
	['Resolve', callerFor({ resource: 'person', operation: 'resolve', parameters: everyIdentifier })],
	['a Custom Tool', callerFor(ANY_TOOL)],
	[
		'a run with a budget',
		callerFor({
			resource: 'businessProfile',
			operation: 'findByLinkedin',
			parameters: byLinkedin,
			options: { maxTokens: 10 },
		}),
	],
	[
		'a dry run',
		callerFor({
			resource: 'personalEmail',
			operation: 'findBest',
			parameters: byLinkedin,
			options: { dryRun: true },
		}),
	],
	[
		"an agent's tool",
		callerFor({
			resource: 'personalEmail',
			operation: 'findBest',
			parameters: { linkedinUrl: 'in/ada-example' },
			node: { rewireOutputLogTo: 'ai_tool' },
			outputs: 1,
		}),
	],
	['the account', callerFor({ resource: 'account', operation: 'get' })],
	['the usage', callerFor({ resource: 'account', operation: 'getUsage' })],
	[
		'the trigger',
		async (credential) => {
			const trigger = await triggerOn(ANY, { event: 'lowBalance', threshold: 10 }, credential);
			return { polls: [await trigger.activate(), await trigger.fetchTestEvent()], saved: trigger.saved };
		},
	],
	[
		'the test of the credential',
		async (credential) => await testCredential(await packedTypes(), 'identityResolutionApi', credential),
	],
];
