import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { BASE_PATH, readBaseUrl } from '../nodes/IdentityResolution/api/address';
import { field } from '../nodes/IdentityResolution/api/json';
import { keyProblem, readKey } from '../nodes/IdentityResolution/api/key';
import { parseUrl } from '../nodes/IdentityResolution/api/url';
import { DEFAULT_USER_AGENT, readUserAgent } from '../nodes/IdentityResolution/api/userAgent';

/** Under the names that n8n's two ways to send have for it: a key never follows a redirect. */
const NO_REDIRECTS = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };

export class IdentityResolutionApi implements ICredentialType {
	name = 'identityResolutionApi';

	displayName = 'Identity Resolution API';

	icon: Icon = {
		light: 'file:../nodes/IdentityResolution/identityResolution.svg',
		dark: 'file:../nodes/IdentityResolution/identityResolution.dark.svg',
	};

	documentationUrl = 'https://github.com/n8n-nodes-identity-resolution/n8n-nodes-identity-resolution#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: `e.g. https://api.example.com${BASE_PATH}`,
			description: `Address of the service, ending in ${BASE_PATH}. It must start with https://, except on this machine.`,
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'API key from the dashboard of the account, or an OAuth token. Use one key per environment.',
		},
		{
			displayName: 'User Agent',
			name: 'userAgent',
			type: 'string',
			default: DEFAULT_USER_AGENT,
			placeholder: `e.g. ${DEFAULT_USER_AGENT}`,
			description: 'Names this client in every request. The default is used when this is empty.',
		},
	];

	/** A function, since it costs a third less per request than a template that n8n evaluates each time. */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		// The credential's own test comes this way too, and must not send the key over an unprotected line either.
		const address = readBaseUrl(credentials.baseUrl);
		if (address.is === 'invalid') throw new Error(address.why);
		// So does whatever else may use a credential, such as n8n's own HTTP Request node, with an address of its own.
		const { origin } = new URL(address.url);
		if (originOf(request) !== origin)
			throw new Error(`The key of this credential is sent to its own Base URL alone, ${origin}`);
		const key = readKey(credentials.apiKey);
		const problem = keyProblem(key);
		if (problem !== null) throw new Error(problem);
		const headers = {
			...request.headers,
			Authorization: `Bearer ${key}`,
			'User-Agent': readUserAgent(credentials.userAgent),
		};
		return { ...request, ...NO_REDIRECTS, headers };
	};

	test: ICredentialTestRequest = {
		request: {
			// The same forgiveness as readBaseUrl: n8n evaluates this itself.
			baseURL: `={{ $credentials.baseUrl.trim().replace(/\\/+$/, '').replace(/(?:\\/api(?:\\/v1(?:\\/tools)?)?)?$/, '${BASE_PATH}') }}`,
			url: '/get_account',
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			// As text, because n8n leaves out an empty object.
			body: '{}',
			disableFollowRedirect: true,
		},
		// n8n takes rules of both kinds together; its type knows only lists of one kind.
		rules: [
			refusal(401, 'The service did not accept this key. Check that it is complete and not revoked'),
			refusal(403, 'The service refused access. Check that the account is active and that this key has access'),
			refusal(404, 'There is no service at this address. Check the Base URL'),
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'results.id',
					value: undefined,
					message: 'Something other than the service answered. Check the Base URL',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}

/** Where a request goes, in the words of either of n8n's two ways to send; null where that can't be told. */
function originOf(request: IHttpRequestOptions): string | null {
	const target = String(field(request, 'url') ?? field(request, 'uri') ?? '');
	return parseUrl(target, request.baseURL)?.origin ?? null;
}

function refusal(value: number, message: string) {
	return { type: 'responseCode', properties: { value, message } } as const;
}
