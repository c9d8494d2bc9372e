import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { IdentityResolutionApi } from '../../../credentials/IdentityResolutionApi.credentials';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
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

// n8n's lint rules check only texts that are written as one literal in one file.
const SMALL = new Set(['a', 'an', 'and', 'as', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'per', 'the', 'to']);
const inTitleCase = (text: string) =>
	text.split(/[\s-]+/).every((word, at) => /^[A-Z0-9]/.test(word) || (at > 0 && SMALL.has(word)));
/** Returns the sentences of a text; full stops in "e.g." and addresses do not end one. */
const sentences = (text: string) => text.split(/[.!?](?:\s+(?=[A-Z0-9])|$)/).filter((part) => part !== '');
/** Characters. n8n truncates longer texts, and their end says what is charged. */
const TWO_LINES = 120;

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

it('text fields have a placeholder that starts with "e.g.", booleans a description that starts with "Whether"', () => {
	const typed = FIELDS.filter(
		({ type, typeOptions }) => (type === 'string' || type === 'json') && typeOptions?.password !== true,
	);
	expect(typed.filter(({ placeholder }) => !placeholder?.startsWith('e.g. '))).toEqual([]);
	expect(
		FIELDS.filter(({ type, description }) => type === 'boolean' && !description?.startsWith('Whether ')),
	).toEqual([]);
});

it('the example of a hash is the hash of the example address', () => {
	const [email, hashed] = ['email', 'hashedEmail'].map((name) =>
		FIELDS.find((field) => field.name === name)?.placeholder?.replace('e.g. ', ''),
	);
	expect(hashed).toBe(md5OfEmail(email ?? ''));
});

it('lists of five or more entries are in alphabetical order', () => {
	const lists = FIELDS.flatMap(({ options }) => (options && options.length >= 5 ? [options.map(nameOf)] : []));
	expect(lists.length).toBeGreaterThan(5);
	for (const names of lists)
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })));
});

it('secrets are password fields', () => {
	const secrets = PANELS.credential.filter(({ name }) => /key|token|secret|password/i.test(name));
	expect(secrets.map(({ name, typeOptions }) => [name, typeOptions?.password])).toEqual([
		['apiKey', true],
		['signingSecret', true],
	]);
});
