import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { readEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { readHem } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { readIp } from '../../../nodes/IdentityResolution/api/identifiers/ip';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import type { Phone, Tool } from '../../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import {
	hemToBusinessProfile,
	linkedinToBestPersonalEmailUsa,
	linkedinToBusinessProfile,
	reverseEmailLookup,
} from '../api/tools';
import { lookupOf, type Lookup } from '../../../nodes/IdentityResolution/service/lookup';
import { singleLookup, type Route } from '../../../nodes/IdentityResolution/run/route';

/** So that a missing tool is closed at once, except in the tests of names. */
const withoutOtherNames = ({ otherNames: _others, ...tool }: Tool): Tool => tool;

/** Batches, and does not report charges. */
export const personalEmail = withoutOtherNames(linkedinToBestPersonalEmailUsa);
/** Does not batch, has a phone, and reports charges. */
export const businessProfile = withoutOtherNames(linkedinToBusinessProfile);
/** Does not batch, and does not report charges. */
export const reverseEmail = reverseEmailLookup;
/** Does not batch, has a phone, reports charges, and accepts two kinds of identifier. */
export const hashedEmail = withoutOtherNames(hemToBusinessProfile);

/** Returns the tool with at most `size` lookups per request. A tool that does not batch stays as it is. */
export function inBatchesOf(size: number, { batch, ...single }: Tool): Tool {
	return size === 1 || batch === undefined ? single : { ...single, batch: { ...batch, max: size } };
}

const READERS = { hem: (text: string) => readHem(text), linkedin: readLinkedin, email: readEmail, ip: readIp };

/** @throws if the text is no identifier of this kind */
export function identifierOf(kind: keyof typeof READERS, text: string): Identifier {
	const reading = READERS[kind](text);
	if (reading.is !== 'identifier') throw new Error(`${text} is no identifier of the kind ${kind}`);
	return reading.identifier;
}

/** @throws if the text is no identifier for the tool */
export function identify(tool: Tool, text: string): Identifier {
	const [kind] = (['hem', 'linkedin', 'email', 'ip'] as const).filter((one) => one in tool.requestFields);
	return identifierOf(kind, text);
}

export const lookupFor = (tool: Tool, text: string, phone: Phone = 'without'): Lookup =>
	lookupOf(tool, identify(tool, text), phone);

/** The route of a row with one lookup. */
export const routeFor = (tool: Tool, text: string, phone: Phone = 'without'): Route =>
	singleLookup(lookupFor(tool, text, phone));

/** The route of a row that sends its own body to a custom tool. */
export const customRoute = (name: string, body: JsonObject): Route =>
	singleLookup(lookupOf(customTool(name), readBody(body), 'without'));

/** The route of a row that looks up the profile, then the personal email. */
export const emailAfterProfile =
	(name: string, emailTool = personalEmail): Route =>
	([profile, email]) => {
		if (profile === undefined) return { lookup: lookupFor(businessProfile, name) };
		return email === undefined ? { lookup: lookupFor(emailTool, name) } : { outcome: email.outcome };
	};

/** Slugs: person-1, person-2 and so on. */
export const people = (count: number): string[] => Array.from({ length: count }, (_, index) => `person-${index + 1}`);

/** Routes with one lookup each, all for different people. */
export const rowsOf = (tool: Tool, count: number, phone: Phone = 'without'): Route[] =>
	people(count).map((name) => routeFor(tool, 'email' in tool.requestFields ? `${name}@example.com` : name, phone));
