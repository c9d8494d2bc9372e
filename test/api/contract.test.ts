import type { Identifier } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { readBody, searchPage } from '../../nodes/IdentityResolution/api/identifiers/body';
import { identify } from '../support/run/lookups';
import type { Usage } from '../../nodes/IdentityResolution/api/replies/envelope';
import { readReply } from '../../nodes/IdentityResolution/api/replies/readReply';
import { requestBody } from '../../nodes/IdentityResolution/api/identifiers/body';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../nodes/IdentityResolution/actions/tool/call.operation';
import { TOOLS } from '../../nodes/IdentityResolution/actions/panel/operations';
import { CONTRACT_CASES, type ContractCase } from '../support/api/contractCases';

const toolOf = ({ tool: name }: ContractCase): Tool => TOOLS.find((tool) => tool.name === name) ?? customTool(name);

function requestedOf({ requested, fields }: ContractCase, tool: Tool): Identifier[] {
	if (requested) return requested.map((text) => identify(tool, text));
	if (fields === undefined) return [readBody({})];
	return [tool.search ? searchPage(fields, null) : { kind: 'name', key: JSON.stringify(fields), value: fields }];
}

const amount = (value: number | null) => (value === Infinity ? 'unlimited' : value);

const flat = (usage: Usage) => ({
	tokensCharged: usage.tokensCharged,
	recordsRemaining5h: amount(usage.recordsLeft),
});

/** No decision of the run depends on the reset times of the case and on its window of a week. */
const decisive = (usage: Record<string, unknown>) =>
	Object.fromEntries(Object.entries(usage).filter(([name]) => !/Reset|1w$/.test(name)));

const inSeconds = <T extends { retryAfter: number | null }>(refusal: T) => ({
	...refusal,
	retryAfter: refusal.retryAfter === null ? null : refusal.retryAfter / 1000,
});

describe('readReply follows the contract', () => {
	const replies = CONTRACT_CASES.filter(({ reply }) => reply !== undefined);

	it.each(replies.map((one) => [one.id, one.says, one] as const))('%s: %s', (_id, _says, one) => {
		const tool = toolOf(one);
		const requested = requestedOf(one, tool);
		const { status, headers = {}, body } = one.reply!;
		const now = Date.parse(one.now ?? '2030-01-01T00:00:00.000Z');

		const reading = readReply(tool, requested, { is: 'http', status, headers, body }, now);

		const expected = one.read!;
		if (expected.answers === undefined) {
			expect(reading.is).toBe('refusal');
			if (reading.is === 'refusal') expect(inSeconds(reading.refusal)).toMatchObject(expected.refusal!);
			return;
		}
		expect(reading.is).toBe('answers');
		if (reading.is !== 'answers') return;
		const keys = one.requested ?? ['*'];
		const actual = Object.fromEntries(
			keys.map((text, position) => {
				const answer = reading.answers.get(requested[position].key);
				return [text, answer === undefined ? 'unanswered' : answer.found ? 'found' : 'not_found'];
			}),
		);
		expect(actual).toEqual(expected.answers);
		for (const [text, results] of Object.entries(expected.results ?? {})) {
			expect(reading.answers.get(requested[keys.indexOf(text)].key)?.results).toMatchObject(results as object);
		}
		if (expected.usage) expect(flat(reading.usage)).toMatchObject(decisive(expected.usage));
		if (expected.refusal)
			expect(reading.partialError && inSeconds(reading.partialError)).toMatchObject(expected.refusal);
		else expect(reading.partialError).toBeNull();
	});
});

describe('requestBody follows the contract', () => {
	const requests = CONTRACT_CASES.filter(({ sends }) => sends !== undefined);

	it.each(requests.map((one) => [one.id, one.says, one] as const))('%s: %s', (_id, _says, one) => {
		const tool = toolOf(one);
		expect(requestBody(tool, requestedOf(one, tool), one.phone ? 'with' : 'without')).toEqual(one.sends);
	});
});

describe('The cases of the contract', () => {
	const casesOf = (name: string) => CONTRACT_CASES.filter(({ tool }) => tool === name);
	const readsAs = (name: string, kind: 'found' | 'not_found') =>
		casesOf(name).some(({ read }) => Object.values(read?.answers ?? {}).includes(kind));
	const isRefused = ({ sandbox }: ContractCase) => (sandbox?.reply as { status: number } | undefined)?.status === 422;

	const names = TOOLS.map(({ name }) => name);
	const lookups = TOOLS.filter(({ family }) => family !== 'free');

	it.each(names)('contain a hit of %s', (name) => {
		expect(readsAs(name, 'found')).toBe(true);
	});

	it.each(lookups)('contain a request, a miss and, if one is required, a missing parameter of $name', (tool) => {
		expect(casesOf(tool.name).some(({ sends }) => sends !== undefined)).toBe(true);
		expect(readsAs(tool.name, 'not_found')).toBe(true);
		expect(tool.search !== undefined || casesOf(tool.name).some(isRefused)).toBe(true);
	});
});
