import { readBody } from '../../nodes/IdentityResolution/api/identifiers/body';
import { readEmail } from '../../nodes/IdentityResolution/api/identifiers/email';
import { readHem } from '../../nodes/IdentityResolution/api/identifiers/hem';
import type { IdentifierReading } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { readLinkedin } from '../../nodes/IdentityResolution/api/identifiers/linkedin';
import { isObject, type JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { Phone } from '../../nodes/IdentityResolution/api/request';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { refused, type Refused } from './refusals';
import type { Offered } from './registry';

/** One identifier of a request: as it was asked, and its canonical key. */
export interface Item {
	asked: string;
	key: string;
}

/** What a well-formed request asks. Account tools ask about no items. */
export interface Question {
	is: 'question';
	items: readonly Item[];
	form: 'single' | 'batch';
	phone: Phone;
	body: JsonObject;
}

/**
 * Reads a request's body (contract: Endpoints). Where the contract is silent on precedence, the list wins over the single
 * field and the e-mail over its hash.
 * @returns refused: 400 for a body that is no JSON, 422 for one that is not what the tool takes
 */
export function readQuestion(to: Offered, contentType: string | undefined, text: string): Question | Refused {
	if (!/^application\/json\s*(?:;|$)/i.test(contentType ?? ''))
		return unprocessable('Content-Type must be application/json.');
	const body = parse(text);
	if (body === undefined) return unprocessable('The body is not valid JSON.');
	const parsed = to.tool.request.safeParse(body);
	if (!parsed.success) {
		const [{ path, message }] = parsed.error.issues;
		return refused('invalid_input', {
			message: [path.join('.'), message].filter((part) => part !== '').join(': '),
		});
	}
	return isObject(parsed.data) ? ask(to, parsed.data) : refused('invalid_input');
}

const unprocessable = (message: string) => refused('invalid_input', { status: 400, message });

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

function ask(to: Offered, body: JsonObject): Question | Refused {
	const { tool } = to;
	const phone = tool.phoneFlag !== undefined && body[tool.phoneFlag] === true ? 'with' : 'without';
	const question = { is: 'question', form: 'single', phone, body } as const;
	if (to.family === 'free') return { ...question, items: [] };
	if (Object.keys(tool.takes).length === 0) return { ...question, items: [looseItem(body)] };
	const list = tool.batch ? body[tool.batch.field] : undefined;
	const fields = Array.isArray(list)
		? list.map((value: unknown) => ({ kind: kindsOf(tool)[0], value }))
		: [singleField(tool, body)];
	const items: Item[] = [];
	for (const { kind, value } of fields) {
		const reading = read(to, kind, value);
		if (reading.is !== 'identifier') {
			return refused('invalid_input', {
				message: reading.is === 'invalid' ? reading.why : 'The identifier is blank.',
			});
		}
		items.push({ asked: String(value), key: reading.identifier.key });
	}
	return { ...question, items, form: Array.isArray(list) ? 'batch' : 'single' };
}

type FieldKind = keyof Tool['takes'];

const kindsOf = ({ takes }: Tool) => Object.keys(takes) as FieldKind[];

function singleField(tool: Tool, body: JsonObject): { kind: FieldKind; value: unknown } {
	const given = kindsOf(tool).map((kind) => ({ kind, value: body[tool.takes[kind] ?? ''] }));
	return given.find(({ value }) => value !== undefined) ?? given[0];
}

/** Keys as the contract's reader makes them; a tool that takes a hash has one key for an e-mail and its hash. */
function read(to: Offered, kind: FieldKind, value: unknown): IdentifierReading {
	if (kind === 'hem') return readHem(value, 'plain');
	if (kind === 'linkedin') {
		const slugAlone = to.urlOnly && !/linkedin\.com/i.test(String(value));
		return slugAlone
			? { is: 'invalid', why: 'linkedin_url must be the URL of a LinkedIn profile.' }
			: readLinkedin(value);
	}
	const email = readEmail(value);
	return email.is === 'identifier' && to.tool.takes.hem !== undefined ? readHem(value, 'plain') : email;
}

/** What a tool of unknown shape is asked: an identifier in one of the usual fields, else the body as a whole. */
function looseItem(body: JsonObject): Item {
	const readings = [readLinkedin(body.linkedin_url), readEmail(body.email), readHem(body.md5, 'plain')];
	const known = readings.find((reading) => reading.is === 'identifier');
	const { identifier } = known ?? { identifier: readBody(body) };
	return {
		asked: typeof identifier.value === 'string' ? identifier.value : JSON.stringify(identifier.value),
		key: identifier.key,
	};
}
