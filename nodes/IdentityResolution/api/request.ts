import { md5OfEmail } from './identifiers/hem';
import { isText, type Identifier, type TextIdentifier } from './identifiers/identifier';
import type { JsonObject } from './json';
import type { Tool } from './tool';

/** Whether a request includes the mobile phone, which costs extra if one is found. */
export type Phone = 'with' | 'without';

/**
 * Returns the JSON body of a request, with exactly one identifier field: the batch field only for two or more
 * identifiers (contract: Silent points, 1 and 6). The phone flag is sent only if it is true.
 */
export function requestBody(tool: Tool, requested: readonly Identifier[], phone: Phone): JsonObject {
	const [first] = requested;
	if (!isText(first)) return first.value;
	const flag = phone === 'with' && tool.phoneFlag ? { [tool.phoneFlag]: true } : {};
	if (requested.length > 1 && tool.batch) {
		const values = requested.filter(isText).map((one) => acceptedBy(tool, one).value);
		return { [tool.batch.field]: values, ...flag };
	}
	const { kind, value } = acceptedBy(tool, first);
	const name = tool.requestFields[kind];
	return name === undefined ? {} : { [name]: value, ...flag };
}

/** An email is sent as its MD5 to a tool that accepts only hashes. */
function acceptedBy({ requestFields }: Tool, identifier: TextIdentifier): TextIdentifier {
	const { kind, key, value } = identifier;
	if (kind !== 'email' || requestFields.email !== undefined || requestFields.hem === undefined) return identifier;
	return { kind: 'hem', key, value: md5OfEmail(value) };
}
