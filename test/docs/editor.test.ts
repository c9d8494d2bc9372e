import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type {
	ICredentialTestRequest,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { IdentityResolutionApi } from '../../credentials/IdentityResolutionApi.credentials';
import { driftHint, otherToolHint, unreadableResumeHint } from '../../nodes/IdentityResolution/actions/hints';
import { DRY_RUN_NOTICE, OUTPUTS_NOTICE, PHONE_NOTICE } from '../../nodes/IdentityResolution/actions/notices';
import { IdentityResolution } from '../../nodes/IdentityResolution/IdentityResolution.node';
import { IdentityResolutionTrigger } from '../../nodes/IdentityResolution/IdentityResolutionTrigger.node';
import { EDITOR_PAGE, quoted, tableOf } from '../support/editorPage';
import { rowsOf, runOperation, type OperationRun } from '../support/nodeRun';
import { sandboxes } from '../support/sandboxes';

const DOCS = join(__dirname, '..', '..', 'docs');
const start = sandboxes();

/** Every field and choice of both nodes, those within collections too. */
type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;
const all = (entries: readonly Entry[]): Entry[] =>
	entries.flatMap((entry) => [entry, ...('options' in entry && entry.options ? all(entry.options) : [])]);
const ENTRIES = all([
	...new IdentityResolution().description.properties,
	...new IdentityResolutionTrigger().description.properties,
]);

const COLUMN = { linkedinUrl: '={{ $json.linkedin }}' };
const rows = ['test-found', 'test-not-found', '', 'Ada Example', 'test-insufficient-tokens'].map((linkedin, row) => ({
	id: `C-000${row + 1}`,
	linkedin,
}));

/** Its time to come back is known. */
const WAITING = { rows: [{ linkedin: 'test-fair-use' }], limits: { maxWait: 0 } };
const APART = { options: { deferredRows: 'output' } };
const ALONE = { parameters: { ...COLUMN, includeInputFields: false } };

async function told(more: Partial<OperationRun>): Promise<string[]> {
	const job = { resource: 'personalEmail', operation: 'findBest', parameters: COLUMN, rows, ...more };
	return (await runOperation(await start(), job)).hints.map(({ message }) => message);
}

it('quotes every notice of the panel', () => {
	expect(quoted('notices')).toEqual([OUTPUTS_NOTICE, DRY_RUN_NOTICE, PHONE_NOTICE]);
});

it('quotes what stands below every number, and below which', () => {
	const found = new Map<string, Set<string>>();
	for (const entry of ENTRIES) {
		if (!('type' in entry) || entry.type !== 'number' || entry.hint === undefined) continue;
		found.set(entry.hint, (found.get(entry.hint) ?? new Set()).add(entry.displayName));
	}
	const listed = tableOf('units').map(([hint, fields]) => [
		hint,
		[...fields.replace(/ of .*/, '').matchAll(/\*([^*]+)\*/g)].map(([, name]) => name),
	]);
	expect(listed).toEqual([...found].map(([hint, names]) => [hint, [...names]]));
});

it('quotes the hints behind a run as they are told', async () => {
	const { message: other } = otherToolHint('enriched_status');
	expect(quoted('hints')).toEqual([
		...(await told({ node: { retryOnFail: true } })),
		(await told(WAITING))[1],
		(await told(APART))[1],
		(await told({ ...WAITING, ...APART }))[1],
		(await told(ALONE))[1],
		(await told({ ...WAITING, ...ALONE }))[1],
		...(await told({ options: { dryRun: true } })),
		(await told({ parameters: { linkedinUrl: '={{ $json.linkedIn }}' } }))[1],
		(await told({ options: { skipWhen: true } }))[1],
		other,
		unreadableResumeHint(2).message,
		driftHint(new Map([['a row for something that was not asked', 2]])).message,
	]);
});

it('quotes what the sum says behind its counts', async () => {
	const behindCounts = async (more: Partial<OperationRun>) => (await told(more))[0].replace(/^[^.]*\. /, '');
	const beside = (linkedin: string) => ({
		rows: [{ linkedin: 'test-found' }, { linkedin }],
		limits: { batchSize: 1 },
	});
	const anyTime = (text: string) => text.replace(/\d\d/g, '00');
	expect(quoted('sum').map(anyTime)).toEqual([
		await behindCounts(beside('test-reset-charged')),
		await behindCounts(beside('test-plan-restricted')),
		anyTime(await behindCounts(WAITING)),
	]);
});

it('quotes why a run with Retry On Fail is refused', async () => {
	const run = await runOperation(await start(), {
		resource: 'personalEmail',
		operation: 'findBest',
		parameters: COLUMN,
		rows: [{ linkedin: 'test-found', error: 'mine' }],
		node: { retryOnFail: true, onError: 'continueRegularOutput', maxTries: 1 },
	});
	expect(/^> (.*)$/m.exec(EDITOR_PAGE)?.[1]).toBe(rowsOf(run)[0].enriched_reason);
});

it('quotes what the test of a credential says', () => {
	const { rules } = new IdentityResolutionApi().test as Required<ICredentialTestRequest>;
	expect(quoted('credential')).toEqual(rules.map(({ properties }) => properties.message));
});

it('names fields and choices as the panels call them', () => {
	const names = new Set(ENTRIES.map((entry) => ('displayName' in entry ? entry.displayName : entry.name)));
	const n8ns = [
		'Retry On Fail',
		'Settings',
		'On Error',
		'Stop Workflow',
		'Continue (using error output)',
		'Fetch Test Event',
		'Every Minute',
	];
	for (const one of [...n8ns, 'Results', 'Deferred']) names.add(one);
	const written = [...EDITOR_PAGE.matchAll(/\*([^*\n]+)\*/g)].map(([, name]) => name);
	expect(written.length).toBeGreaterThan(30);
	expect(written.filter((name) => !names.has(name))).toEqual([]);
});

it('shows pictures that are there, each in light and in dark', () => {
	const pictures = [
		...EDITOR_PAGE.matchAll(/srcset="(images\/(\w+)-dark\.png)">\n\s*<img alt="[^"]+" src="(images\/\w+\.png)"/g),
	];
	expect(pictures.map(([, , name, light]) => [name, light])).toEqual(
		['panel', 'hints', 'trigger'].map((name) => [name, `images/${name}.png`]),
	);
	for (const [, dark, , light] of pictures)
		for (const picture of [dark, light]) expect(existsSync(join(DOCS, picture))).toBe(true);
});
