import type {
	ICredentialTestRequest,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { IdentityResolutionApi } from '../../credentials/IdentityResolutionApi.credentials';
import {
	DRY_RUN_NOTICE,
	OUTPUTS_NOTICE,
	PHONE_NOTICE,
	RETURN_ALL_NOTICE,
} from '../../nodes/IdentityResolution/actions/panel/properties';
import { IdentityResolution } from '../../nodes/IdentityResolution/IdentityResolution.node';
import { IdentityResolutionTrigger } from '../../nodes/IdentityResolution/IdentityResolutionTrigger.node';
import { EDITOR_PAGE, quoted } from '../support/editorPage';
import { runOperation, type OperationRun } from '../support/node/nodeRun';
import { tableOf } from '../support/pageTable';
import { sandboxes } from '../support/node/sandboxes';
import {
	driftHint,
	knownHints,
	LOOP,
	rejectedTextsHint,
	renamedToolHint,
	WIRES,
} from '../../nodes/IdentityResolution/actions/tell/hints';
import type { Known } from '../../nodes/IdentityResolution/actions/read/earlierAnswers';

const start = sandboxes();

/** Every field of both nodes, also those inside collections. */
type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;
const withNested = (entries: readonly Entry[]): Entry[] =>
	entries.flatMap((entry) => [entry, ...('options' in entry && entry.options ? withNested(entry.options) : [])]);
const ENTRIES = withNested([
	...new IdentityResolution().description.properties,
	...new IdentityResolutionTrigger().description.properties,
]);

const COLUMN = { linkedinUrl: '={{ $json.linkedin }}' };
const rows = ['in/test-found', 'in/test-not-found', '', 'Ada Example', 'in/test-insufficient-tokens'].map(
	(linkedin, row) => ({
		id: `C-000${row + 1}`,
		linkedin,
	}),
);

/** A run that defers its row with a retry time. */
const DEFERRED = { rows: [{ linkedin: 'in/test-fair-use' }], options: { maxWait: 0 } };
/** Emails in LinkedIn URL, and an address in Email that can be looked up. */
const SWAPPED = {
	resource: 'person',
	operation: 'resolve',
	parameters: { linkedinUrl: '={{ $json.mail }}', email: '={{ $json.email }}', want: ['profile'] },
	rows: ['ada', 'bob'].map((name) => ({ mail: `${name}@example.com`, email: 'test-found@example.com' })),
};
const TYPO = {
	parameters: { linkedinUrl: '={{ $json.linkedIn }}' },
	options: { skipWhen: '={{ $json.id === "1" }}' },
	rows: [{ id: '1' }, { id: '2' }],
};
const OWN_OUTPUT = { options: { onLimit: 'output' } };
const WITHOUT_INPUT = { parameters: { ...COLUMN, includeInputFields: false } };

async function run(changes: Partial<OperationRun>) {
	const job = { resource: 'personalEmail', operation: 'findBest', parameters: COLUMN, rows, ...changes };
	return await runOperation(await start(), job);
}

const MIXED: Partial<OperationRun> = {
	rows: ['in/test-found', 'in/test-not-found', 'ada@example.com', 'bob@example.com'].map((linkedin) => ({
		linkedin,
	})),
};

const FIXED_SEARCH = {
	resource: 'person',
	operation: 'search',
	parameters: { query: 'test-3-results' },
	rows: [{}, {}],
};
const WIDE = {
	rows: [
		{ linkedin: 'in/test-found', ...Object.fromEntries(Array.from({ length: 39 }, (_, column) => [column, 'x'])) },
	],
};

/** What the input Known contained. */
const KNOWN: Array<Partial<Omit<Known, 'suppression'>> & { rows: number; expired?: number }> = [
	{ rows: 0 },
	{ rows: 2 },
	{ rows: 2, hasTexts: true, expired: 2 },
	{ rows: 2, hasTexts: true, unread: ['suppression'] },
	{ rows: 2, entries: 2, nameless: 2 },
];

const hintsOf = async (changes: Partial<OperationRun>) => (await run(changes)).hints.map(({ message }) => message);

it('docs/editor.md quotes every notice of the panel', () => {
	expect(quoted('notices')).toEqual([OUTPUTS_NOTICE, DRY_RUN_NOTICE, PHONE_NOTICE, RETURN_ALL_NOTICE]);
});

it('docs/editor.md quotes the hint below every number, with its fields', () => {
	const fieldsByHint = new Map<string, Set<string>>();
	for (const entry of ENTRIES) {
		if (!('type' in entry) || entry.type !== 'number' || entry.hint === undefined) continue;
		fieldsByHint.set(entry.hint, (fieldsByHint.get(entry.hint) ?? new Set()).add(entry.displayName));
	}
	const listed = tableOf(EDITOR_PAGE, 'units').map(([hint, fields]) => [
		hint,
		[...fields.replace(/ of .*/, '').matchAll(/\*([^*]+)\*/g)].map(([, name]) => name),
	]);
	expect(listed).toEqual([...fieldsByHint].map(([hint, names]) => [hint, [...names]]));
});

it('docs/editor.md quotes the hints of a run', async () => {
	expect(quoted('hints')).toEqual([
		...(await hintsOf({ node: { retryOnFail: true } })),
		(await hintsOf(DEFERRED))[1],
		(await hintsOf(OWN_OUTPUT))[1],
		(await hintsOf({ ...DEFERRED, options: { ...DEFERRED.options, ...OWN_OUTPUT.options } }))[1],
		(await hintsOf(WITHOUT_INPUT))[1],
		(await hintsOf({ ...DEFERRED, ...WITHOUT_INPUT }))[1],
		...(await hintsOf({ options: { dryRun: true } })),
		(await hintsOf({ parameters: { linkedinUrl: '={{ $json.linkedIn }}' } }))[1],
		(await hintsOf({ options: { skipWhen: true } }))[1],
		rejectedTextsHint(2).message,
		driftHint(new Map([['a row for an input that was not requested', 2]])).message,
		(await hintsOf({ rows: [{}, {}], parameters: { linkedinUrl: 'in/test-found' } }))[1],
		(await hintsOf(FIXED_SEARCH))[1],
		(await hintsOf({ rows: Array.from({ length: 5 }, () => ({ linkedin: 'in/test-found' })) }))[1],
		(await hintsOf(SWAPPED))[1],
		(await hintsOf(TYPO))[1],
		renamedToolHint(new Map([['linkedin_to_best_personal_email_usa', 'linkedin_to_best_personal_email']])).message,
		LOOP,
		WIRES,
		(await hintsOf(MIXED))[1],
		(await hintsOf(WIDE))[1],
		...KNOWN.flatMap(({ expired = 0, ...known }) =>
			knownHints({ hasTexts: false, entries: 0, nameless: 0, unread: [], ...known }, { expired }).map(
				({ message }) => message,
			),
		),
	]);
});

it('docs/editor.md quotes the sentences of the summary after its counts', async () => {
	const afterCounts = async (changes: Partial<OperationRun>) =>
		(await hintsOf(changes))[0].replace(/^.* tokens?(?: \(estimated\))?\. /, '');
	const withFound = (slug: string) => ({
		rows: [{ linkedin: 'in/test-found' }, { linkedin: `in/${slug}` }],
		resource: 'businessProfile',
		operation: 'findByLinkedin',
		options: { concurrency: 1 },
	});
	const withoutTime = (text: string) => text.replace(/\d\d/g, '00');
	expect(quoted('sum').map(withoutTime)).toEqual([
		await afterCounts(withFound('test-reset-charged')),
		await afterCounts(withFound('test-plan-restricted')),
		withoutTime(await afterCounts(DEFERRED)),
	]);
});

it('docs/editor.md quotes the messages of the credential test', () => {
	const { rules } = new IdentityResolutionApi().test as Required<ICredentialTestRequest>;
	expect(quoted('credential')).toEqual(rules.map(({ properties }) => properties.message));
});
