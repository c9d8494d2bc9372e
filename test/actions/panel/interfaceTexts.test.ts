import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { IdentityResolutionApi } from '../../../credentials/IdentityResolutionApi.credentials';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { IdentityResolution } from '../../../nodes/IdentityResolution/IdentityResolution.node';
import { IdentityResolutionTrigger } from '../../../nodes/IdentityResolution/IdentityResolutionTrigger.node';

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const node = new IdentityResolution().description;
const trigger = new IdentityResolutionTrigger().description;
const PANELS = {
	node: node.properties,
	trigger: trigger.properties,
	credential: new IdentityResolutionApi().properties,
};

const isField = (entry: Entry): entry is INodeProperties => 'type' in entry;
const nameOf = (entry: Entry) => ('displayName' in entry ? entry.displayName : entry.name);
const flatten = (entries: readonly Entry[]): Entry[] =>
	entries.flatMap((entry) => [entry, ...('options' in entry && entry.options ? flatten(entry.options) : [])]);

const ENTRIES = Object.values(PANELS).flatMap(flatten);
const FIELDS = ENTRIES.filter(isField).filter(({ type }) => type !== 'notice');
const OPERATIONS = node.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => options as INodePropertyOptions[]);

// n8n's lint rules check only texts that are written as one literal in one file.
const SMALL = new Set(['a', 'an', 'and', 'as', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'per', 'the', 'to']);
const inTitleCase = (text: string) =>
	text.split(/[\s-]+/).every((word, at) => /^[A-Z0-9]/.test(word) || (at > 0 && SMALL.has(word)));
/** Returns the sentences of a text; full stops in "e.g." and addresses do not end one. */
const sentences = (text: string) => text.split(/[.!?](?:\s+(?=[A-Z0-9])|$)/).filter((part) => part !== '');
/** Characters. n8n truncates longer texts, and their end says what is charged. */
const TWO_LINES = 120;

it('every field and choice of both nodes and the credential is checked', () => {
	expect(ENTRIES.length).toBeGreaterThan(150);
	expect(OPERATIONS.length).toBeGreaterThan(7);
});

it('names are in Title Case', () => {
	const names = [
		...ENTRIES.filter((entry) => !isField(entry) || entry.type !== 'notice').map(nameOf),
		node.displayName,
		trigger.displayName,
	];
	expect(names.filter((name) => !inTitleCase(name))).toEqual([]);
});

it('descriptions start with a capital, and end with a full stop only if they have two sentences', () => {
	const texts = [
		node.description,
		trigger.description,
		...ENTRIES.flatMap((entry) => ('description' in entry ? (entry.description ?? []) : [])),
	];
	expect(texts.filter((text) => !/^[A-Z0-9]/.test(text))).toEqual([]);
	expect(texts.filter((text) => text.endsWith('.') !== sentences(text).length > 1)).toEqual([]);
});

it('descriptions of choices fit into the two lines that n8n shows', () => {
	const choices = ENTRIES.filter((entry) => !isField(entry)).map((entry) =>
		'description' in entry ? (entry.description ?? '') : '',
	);
	expect(choices.filter((text) => text.length > TWO_LINES)).toEqual([]);
});

it('resource is first and operation second, and neither accepts an expression', () => {
	expect(node.properties[0]).toMatchObject({ name: 'resource', noDataExpression: true });
	const [first] = node.properties
		.map(({ name }, at) => ({ name, at }))
		.filter(({ name }) => !['resource', 'operation'].includes(name));
	expect(node.properties.findLastIndex(({ name }) => name === 'operation')).toBe(first.at - 1);
	for (const property of node.properties)
		if (property.name === 'operation') expect(property.noDataExpression).toBe(true);
});

it('actions of operations are sentences without articles, and can be tool names', () => {
	for (const { action = '', name } of OPERATIONS) {
		const [first, ...others] = action.split(' ');
		expect(first).toBe(name.split(' ')[0]);
		expect(others.filter((word) => /^(a|an|the)$/i.test(word))).toEqual([]);
		expect(
			others.filter((word) => /^[A-Z]/.test(word) && !['LinkedIn', 'URL', 'IP', 'IDs', 'US'].includes(word)),
		).toEqual([]);
	}
});

it('text fields have a placeholder that starts with "e.g.", booleans a description that starts with "Whether"', () => {
	const typed = FIELDS.filter(
		({ type, typeOptions }) => (type === 'string' || type === 'json') && typeOptions?.password !== true,
	);
	expect(typed.filter(({ placeholder }) => !placeholder?.startsWith('e.g. '))).toEqual([]);
	expect(
		FIELDS.filter(({ type, description }) => type === 'boolean' && !description?.startsWith('Whether ')),
	).toEqual([]);
});

it('numbers with a unit show it as a hint, and their description names the same unit', () => {
	const numbers = FIELDS.filter(({ type }) => type === 'number');
	// The names of these fields say what they count.
	expect(numbers.filter(({ hint }) => hint === undefined).map(({ name }) => name)).toEqual([
		'limit',
		'limit',
		'concurrency',
		'percent',
	]);
	for (const { hint, description } of numbers.filter((field) => field.hint !== undefined)) {
		const [, unit] = /^In ([a-z ]+)(?:; 0 means no limit)?$/.exec(hint ?? '') ?? [];
		expect(description?.toLowerCase()).toContain(unit);
		expect(hint?.includes('0 means no limit')).toBe(description?.includes('0 means no limit'));
	}
});

it('the example of a hash is the hash of the example address', () => {
	const [email, hashed] = ['email', 'hashedEmail'].map((name) =>
		FIELDS.find((field) => field.name === name)?.placeholder?.replace('e.g. ', ''),
	);
	expect(hashed).toBe(md5OfEmail(email ?? ''));
});

it('the body of a tool, which is never empty, has its example as a hint', () => {
	const { placeholder, hint } = FIELDS.find(({ name }) => name === 'body') ?? {};
	expect(hint).toBe(placeholder);
});

it('lists of five or more entries are in alphabetical order', () => {
	const lists = FIELDS.flatMap(({ options }) => (options && options.length >= 5 ? [options.map(nameOf)] : []));
	expect(lists.length).toBeGreaterThan(5);
	for (const names of lists)
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })));
});

it('long responses can be simplified, and agents can get them simplified, raw or with selected fields', () => {
	const simplify = node.properties.find(({ name }) => name === 'simplify');
	expect(simplify).toMatchObject({
		displayName: 'Simplify',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	});
	const output = node.properties.find(({ name }) => name === 'output')?.options as INodePropertyOptions[];
	expect(output.map(({ name }) => name).sort()).toEqual(['Raw', 'Selected Fields', 'Simplified']);
});

it('secrets are password fields', () => {
	const secrets = PANELS.credential.filter(({ name }) => /key|token|secret|password/i.test(name));
	expect(secrets.map(({ name, typeOptions }) => [name, typeOptions?.password])).toEqual([
		['apiKey', true],
		['signingSecret', true],
	]);
});
