import { createService, type SandboxReply, type Service } from '../../dev/sandbox/service';
import { defaultSettings, type SettingsPatch } from '../../dev/sandbox/settings';

const [KEY] = defaultSettings().keys;

/** The required headers of a request (contract: Common request headers). */
export const HEADERS: Readonly<Record<string, string>> = {
	authorization: `Bearer ${KEY}`,
	'content-type': 'application/json',
	'user-agent': 'sandbox-tests',
};

/** Noon of a day in 2030, epoch ms: the default time of requests. */
export const NOON = Date.UTC(2030, 0, 1, 12);

export const SINGLE = 'linkedin_to_best_personal_email_usa';
export const PROFILE = 'linkedin_to_business_profile';
export const HEM = 'hem_to_business_profile';

export const urlOf = (slug: string): string => `https://www.linkedin.com/in/${slug}`;

/** A service in process, and a function that sends it a request, by default at noon. */
export function serviceUnder(given: SettingsPatch = {}) {
	const service = createService(given);
	return { service, ask: (tool: string, body: unknown, now = NOON) => ask(service, tool, body, now) };
}

/** Sends one well-formed request to a service. */
export const ask = (service: Service, tool: string, body: unknown, now = NOON): SandboxReply =>
	service.handle({ tool, method: 'POST', headers: HEADERS, body: JSON.stringify(body) }, now);
