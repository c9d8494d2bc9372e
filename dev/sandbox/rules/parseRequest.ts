import { readEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { readHem } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { cellText, type IdentifierReading } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readIp } from '../../../nodes/IdentityResolution/api/identifiers/ip';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { readName } from '../../../nodes/IdentityResolution/api/identifiers/name';
import type { CellKind } from '../../../nodes/IdentityResolution/api/identifiers/readCell';
import { searchKey } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { isObject, type JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import type { Phone, Tool } from '../../../nodes/IdentityResolution/api/tool';
import { TOOLS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import type { SandboxSettings } from '../settings';
import { refused, type Refusal } from './replies';
import { requestSchema } from './requestSchema';
import { TEST_IDENTIFIERS } from './testIdentifiers';

export interface OfferedTool {
	tool: Tool;
	family: 'enrich' | 'search' | 'free';
	/** The shape of its metadata. A tool that the contract only names has the Fair Use shape. */
	metadata: 'tokens' | 'fairUse';
	/** Needs a plan with personal emails (contract: Personal email result, 2). */
	onlyWithPersonalEmails: boolean;
	/** Takes the URL of a profile, but no bare slug. */
	urlOnly: boolean;
}

/** The tools that the contract specifies, and the two that it only names (contract: Personal email result). */
const IN_CONTRACT: ReadonlySet<string> = new Set([
	'linkedin_to_best_personal_email_usa',
	'get_account',
	'get_usage',
	'reverse_email_lookup',
	'hem_to_business_profile',
	'linkedin_to_business_profile',
	'linkedin_to_personal_email_usa',
	'linkedin_to_business_email',
]);
const URL_ONLY_TOOLS = new Set(['linkedin_to_business_profile']);
/** Each tool under all of its names. A successor has the results of its predecessor without the phone. */
const SPECIFIED = new Map(
	[
		...TOOLS.flatMap((tool) => (tool.otherNames ?? []).map((other) => renamed(tool, other))),
		// A successor may be a tool of its own.
		...TOOLS,
	].map((tool) => [tool.name, tool]),
);

function renamed(tool: Tool, name: string): Tool {
	return { ...tool, name, ...(tool.phoneFlag !== undefined && { phoneFlag: undefined, reportsCharges: false }) };
}

export function findTool(name: string, { families, missingTools, offers }: SandboxSettings): OfferedTool | null {
	const tool = SPECIFIED.get(name);
	if (tool === undefined || missingTools.includes(name)) return null;
	if (offers === 'contract' && !IN_CONTRACT.has(name)) return null;
	const family = Object.hasOwn(families, name) ? families[name] : tool.family;
	if (family === 'unknown') return null;
	return {
		tool,
		family,
		metadata: tool.reportsCharges === true ? 'tokens' : 'fairUse',
		onlyWithPersonalEmails: tool.onlyWithPersonalEmails === true,
		urlOnly: URL_ONLY_TOOLS.has(name),
	};
}

export interface Item {
	input: string;
	key: string;
}

/** A well-formed request. One to an account tool has no items. */
export interface ParsedRequest {
	is: 'parsed';
	items: readonly Item[];
	form: 'single' | 'batch' | 'search';
	phone: Phone;
	body: JsonObject;
}

/**
 * Parses a request's body. If a body has several fields, the list wins over the single field and the email over its
 * hash (contract: Silent points, 1 and 6).
 * @returns a refusal with 400 if the body is not JSON, with 422 if the tool does not take it
 */
export function parseRequest(to: OfferedTool, contentType: string | undefined, text: string): ParsedRequest | Refusal {
	if (!/^application\/json\s*(?:;|$)/i.test(contentType ?? ''))
		return refused('invalid_input', { status: 400, message: 'Content-Type must be application/json.' });
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return refused('invalid_input', { status: 400, message: 'The body is not valid JSON.' });
	}
	const parsed = requestSchema(to.tool).safeParse(body);
	if (parsed.success) return isObject(parsed.data) ? parseBody(to, parsed.data) : refused('invalid_input');
	const [{ path, message }] = parsed.error.issues;
	return invalid([path.join('.'), message].filter((part) => part !== '').join(': '));
}

const invalid = (message: string) => refused('invalid_input', { message });

function parseBody(to: OfferedTool, body: JsonObject): ParsedRequest | Refusal {
	const { tool } = to;
	const isRequested = tool.phoneFlag !== undefined && body[tool.phoneFlag] === true;
	const phone = tool.onlyPhone || isRequested ? 'with' : 'without';
	const request = { is: 'parsed', form: 'single', phone, body } as const;
	if (to.family === 'free') return { ...request, items: [] };
	if (tool.search) return { ...request, form: 'search', items: [searchItem(body)] };
	if (Object.keys(tool.requestFields).length === 0) return nameRequest(request, body);
	const list = tool.batch ? body[tool.batch.field] : undefined;
	const fields = Array.isArray(list)
		? list.map((value: unknown) => ({ kind: kindsOf(tool)[0], value }))
		: [singleField(tool, body)];
	const items: Item[] = [];
	for (const { kind, value } of fields) {
		const reading = readIdentifier(to, kind, value);
		if (reading.is === 'invalid') return invalid(reading.why);
		if (reading.is !== 'identifier') return invalid('The identifier is blank.');
		items.push({ input: String(value), key: reading.identifier.key });
	}
	return { ...request, items, form: Array.isArray(list) ? 'batch' : 'single' };
}

/** The search as a whole; its matches are charged. */
const searchItem = (body: JsonObject): Item => ({
	input: JSON.stringify(body),
	key: testKeyOf({ last_name: body.query ?? body.last_name }) ?? `search:${searchKey(body)}`,
});

const cell = (value: unknown) => (typeof value === 'string' ? value : '');

function nameRequest(request: Omit<ParsedRequest, 'items'>, body: JsonObject): ParsedRequest | Refusal {
	const reading = readName({
		name: cell(body.name),
		firstName: cell(body.first_name),
		lastName: cell(body.last_name),
		company: cell(body.company),
		companyDomain: cell(body.company_domain),
	});
	if (reading.is !== 'identifier') return invalid(reading.is === 'invalid' ? reading.why : 'The name is blank.');
	return { ...request, items: [{ input: JSON.stringify(body), key: testKeyOf(body) ?? reading.identifier.key }] };
}

function testKeyOf({ last_name }: JsonObject): string | null {
	const name = cell(last_name).toLowerCase();
	return TEST_IDENTIFIERS.some((one) => one.name === name) ? `linkedin:${name}` : null;
}

const kindsOf = ({ requestFields }: Tool) => Object.keys(requestFields) as CellKind[];

function singleField(tool: Tool, body: JsonObject): { kind: CellKind; value: unknown } {
	const fields = kindsOf(tool).map((kind) => ({ kind, value: body[tool.requestFields[kind] ?? ''] }));
	return fields.find(({ value }) => value !== undefined) ?? fields[0];
}

/** A tool that takes a hash has the same key for an email and for its hash. */
function readIdentifier(to: OfferedTool, kind: CellKind, given: unknown): IdentifierReading {
	const value = cellText(given);
	if (value === null) return { is: 'invalid', why: 'The identifier is not text.' };
	if (value === '') return { is: 'blank' };
	if (kind === 'hem') return readHem(value);
	if (kind === 'ip') return readIp(value);
	if (kind === 'linkedin') {
		return to.urlOnly && !/linkedin\.com/i.test(value)
			? { is: 'invalid', why: 'linkedin_url must be the URL of a LinkedIn profile.' }
			: readLinkedin(value);
	}
	const email = readEmail(value);
	return email.is === 'identifier' && to.tool.requestFields.hem !== undefined ? readHem(value) : email;
}
