import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import {
	BASE_PATH,
	keyProblem,
	readBaseUrl,
	readKey,
	USER_AGENT,
} from '../nodes/IdentityResolution/api/credential';
import { parseUrl } from '../nodes/IdentityResolution/api/identifiers/identifier';
import { field, isEmpty, isObject } from '../nodes/IdentityResolution/api/values/json';

/**
 * The key must not follow a redirect. n8n's two HTTP helpers have different names for this option.
 */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

/**
 * Options that could show the key to others, with their names in n8n's HTTP Request node. A proxy
 * of n8n's environment is in no request.
 */
const EXPOSING_OPTIONS = {
	proxy: 'Proxy',
	skipSslCertificateValidation: 'Ignore SSL Issues',
	// A certificate authority in them would vouch for another server.
	agentOptions: 'SSL Certificates',
	// n8n ignores these today; they would replace the connection.
	agent: 'agent',
	httpAgent: 'httpAgent',
	httpsAgent: 'httpsAgent',
	socketPath: 'socketPath',
};

export class IdentityResolutionApi implements ICredentialType {
	name = 'identityResolutionApi';

	displayName = 'Identity Resolution API';

	icon: Icon = {
		light: 'file:../nodes/IdentityResolution/identityResolution.svg',
		dark: 'file:../nodes/IdentityResolution/identityResolution.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-identity-resolution/n8n-nodes-identity-resolution#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: `e.g. https://api.example.com${BASE_PATH}`,
			description:
				`Address of the service, ending in ${BASE_PATH}. ` +
				'It must start with https://, unless the service runs on this machine.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'API key from the dashboard of your account, or an OAuth token. ' +
				'Use a separate key for each environment.',
		},
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only for Use Known Answers: a random text of at least 16 characters, which signs stored answers so that ' +
				'no one else can write one. Credentials with the same secret share their stores.',
		},
	];

	/** A function, because it costs a third less per request than a template that n8n evaluates. */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		// Checked here too, because the test of the credential must not send the key unencrypted
		// either.
		const address = readBaseUrl(credentials.baseUrl);
		if (address.is === 'invalid') throw new Error(address.why);
		const key = readKey(credentials.apiKey);
		// The test of the credential has the address as the user typed it.
		const isTyped = request.baseURL === credentials.baseUrl;
		const sent = isTyped ? { ...request, baseURL: address.url } : request;
		const problem = requestProblem(sent, new URL(address.url).origin) ?? keyProblem(key);
		if (problem !== null) throw new Error(problem);
		const headers = {
			...sent.headers,
			Authorization: `Bearer ${key}`,
			'User-Agent': USER_AGENT,
		};
		return { ...sent, ...NO_REDIRECTS, headers };
	};

	/**
	 * If no server answers, n8n shows only a code such as ENOTFOUND. A function as test
	 * (`testedBy`) has only n8n's deprecated `request`, which n8n's scan refuses;
	 * `preAuthentication` would repeat requests after a 401.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/get_account',
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			// As text, because n8n omits an empty object.
			body: '{}',
		},
		// n8n accepts rules of both kinds in one list; its type does not.
		rules: [
			refusal(
				401,
				'The service rejected this key. Check that it is complete, and neither revoked nor expired',
			),
			refusal(
				403,
				'The service refused access. Check that the account is active and that this key has access',
			),
			refusal(404, 'There is no service at this address. Check the Base URL'),
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'results.id',
					value: undefined,
					message: 'Another server answered instead of the service. Check the Base URL',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}

/**
 * Returns why a request must not have the key; null if it may. Other nodes, such as HTTP Request,
 * can use the credential for any address and with any option.
 */
function requestProblem(request: IHttpRequestOptions, origin: string): string | null {
	// n8n's two HTTP helpers have different names for the URL.
	const url = parseUrl(
		String(field(request, 'url') ?? field(request, 'uri') ?? ''),
		request.baseURL,
	);
	if (url?.origin !== origin)
		return `This credential sends its key only to its Base URL, ${origin}. Use that address or another credential`;
	const exposure = exposureIn(request, url.host);
	const why = `The request was not sent, because the ${exposure} could expose the API key`;
	return exposure === null ? null : `${why}. Remove it or use another credential`;
}

/**
 * Returns a part of a request to the right host that could show the key to others; null if there is
 * none.
 */
function exposureIn(request: IHttpRequestOptions, host: string): string | null {
	const option = Object.entries(EXPOSING_OPTIONS).find(([member]) =>
		isSet(field(request, member)),
	);
	if (option !== undefined) return `option "${option[1]}"`;
	// The older of n8n's two HTTP helpers names this option so.
	if (field(request, 'rejectUnauthorized') === false)
		return `option "${EXPOSING_OPTIONS.skipSslCertificateValidation}"`;
	// A shared front end, such as a CDN, chooses the server by this header. n8n sends none that is
	// null or false.
	const hosts = Object.entries(request.headers ?? {}).filter(
		([name, value]) => name.trim().toLowerCase() === 'host' && (value ?? false) !== false,
	);
	if (hosts.some(([, value]) => String(value).trim().toLowerCase() !== host))
		return 'header "Host"';
	// A server returns all headers of such a request.
	return String(request.method).toUpperCase() === 'TRACE' ? 'method "TRACE"' : null;
}

/** n8n passes an empty object for options that are not used. */
const isSet = (value: unknown): boolean =>
	isObject(value) ? Object.values(value).some((part) => !isEmpty(part)) : Boolean(value);

function refusal(value: number, message: string) {
	return { type: 'responseCode', properties: { value, message } } as const;
}
