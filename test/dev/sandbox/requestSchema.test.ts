import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { TOOLS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { customTool } from '../../../nodes/IdentityResolution/api/customTool';
import { requestSchema } from '../../../dev/sandbox/rules/requestSchema';

const SAMPLES = {
	linkedin: 'https://www.linkedin.com/in/ada-example',
	email: 'ada@example.com',
	hem: '3e3417d7ef77d5932a6734b916515ed5',
	ip: '203.0.113.7',
};
type Kind = keyof typeof SAMPLES;

const toolNamed = (name: string) => TOOLS.find((tool) => tool.name === name)!;
const named = (tools: readonly Tool[]) => tools.map((tool) => [tool.name, tool] as const);
const fieldsOf = ({ requestFields }: Tool) => Object.entries(requestFields) as Array<[Kind, string]>;
const accepts = (tool: Tool, body: unknown) => requestSchema(tool).safeParse(body).success;

/** A valid request of the tool. */
function goodBody(tool: Tool): Record<string, unknown> {
	const [first] = fieldsOf(tool);
	return first === undefined ? {} : { [first[1]]: SAMPLES[first[0]] };
}

describe.each(named(TOOLS))('%s', (_name, tool) => {
	it('accepts a valid request', () => {
		expect(accepts(tool, goodBody(tool))).toBe(true);
	});
});

describe.each(named(TOOLS.filter(({ family, byName }) => family === 'enrich' && !byName)))('%s', (_name, tool) => {
	it('rejects a request without an identifier, and names the fields that it lacks', () => {
		const issues = requestSchema(tool).safeParse({}).error?.issues ?? [];
		const message = issues.map(({ path, message: text }) => [...path, text].join(': ')).join();
		for (const name of [...Object.values(tool.requestFields), ...(tool.batch ? [tool.batch.field] : [])])
			expect(message).toContain(name);
	});

	it.each(fieldsOf(tool))('accepts only a %s, as a text under %s', (kind, name) => {
		expect(accepts(tool, { [name]: SAMPLES[kind] })).toBe(true);
		for (const wrong of ['', 42, null, [SAMPLES[kind]]]) expect(accepts(tool, { [name]: wrong })).toBe(false);
	});
});

describe.each(named(TOOLS.filter(({ batch }) => batch !== undefined)))('a batch of %s', (_name, tool) => {
	const { field, max } = tool.batch!;
	const people = (count: number) => Array.from({ length: count }, (_one, nth) => `linkedin.com/in/person-${nth}`);

	it('has at least one identifier, and at most the maximum', () => {
		expect([1, 2, max].map((count) => accepts(tool, { [field]: people(count) }))).toEqual([true, true, true]);
		expect([0, max + 1].map((count) => accepts(tool, { [field]: people(count) }))).toEqual([false, false]);
	});

	it('contains only texts', () => {
		for (const wrong of [people(1)[0], [''], [42], [null]]) expect(accepts(tool, { [field]: wrong })).toBe(false);
	});
});

it.each(named(TOOLS.filter(({ phoneFlag }) => phoneFlag !== undefined)))(
	'the phone flag of %s is a boolean',
	(_name, tool) => {
		const flag = (value: unknown) => accepts(tool, { ...goodBody(tool), [tool.phoneFlag!]: value });
		expect([true, false].map(flag)).toEqual([true, true]);
		expect(['true', 1, null].map(flag)).toEqual([false, false, false]);
	},
);

it.each([
	['today', true],
	['week', true],
	['month', true],
	['billing_cycle', true],
	['year', false],
	['', false],
	['Today', false],
	[7, false],
	[null, false],
])('get_usage and the period %j: %p', (period, good) => {
	expect(accepts(toolNamed('get_usage'), { period })).toBe(good);
});

it.each([
	[SAMPLES.hem, true],
	[SAMPLES.hem.toUpperCase(), true],
	[SAMPLES.hem.slice(1), false],
	[`${SAMPLES.hem}0`, false],
	[SAMPLES.email, false],
])('hem_to_business_profile and the MD5 %s: %p', (md5, good) => {
	expect(accepts(toolNamed('hem_to_business_profile'), { md5 })).toBe(good);
});

it('a tool that is only known by name accepts any body', () => {
	expect(accepts(customTool('linkedin_to_business_email'), { anything: [{ goes: true }] })).toBe(true);
});

describe('a search', () => {
	it.each<[string, object, boolean]>([
		['search_people', { title: 'CEO', seniority: 'VP', exclude_state: ['Ontario'], limit: 25, offset: 0 }, true],
		['search_people', { seniority: 'Boss' }, false],
		['search_people', { limit: 26 }, false],
		['search_people', { offset: -1 }, false],
		['search_people', { exclude_country: 'Canada' }, false],
		['search_companies', { domain: 'example.org', employee_range: '11-20' }, true],
		['search_companies', { employee_range: '11-50' }, false],
		['search_linkedin_profile', { name: 'Ada Example', count_only: true }, true],
		['search_linkedin_profile', { count_only: 'yes' }, false],
	])('%s with %j is accepted: %s', (name, body, isAccepted) => {
		expect(accepts(toolNamed(name), body)).toBe(isAccepted);
	});
});
