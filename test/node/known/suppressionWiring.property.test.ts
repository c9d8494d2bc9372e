import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { emitting, sink } from '../../../dev/n8n/engine/nodeTypes';
import { emailOf, type Person } from '../../../dev/sandbox/people';
import type { Sandbox } from '../../../dev/sandbox/server';
import { people } from '../../support/node/resolveRun';
import { sandboxes } from '../../support/node/sandboxes';
import { failing, failingOnce, loopOver, runGraph, waiting, type Graph } from '../../support/node/workflowRun';

const start = sandboxes();
const ALL = people.slice(0, 8);
const itemsOf = (rows: readonly IDataObject[]): INodeExecutionData[] => rows.map((json) => ({ json }));
const hashOf = (kind: string, person: Person) => createHash(kind).update(emailOf(person)).digest('hex');

/** How an entry names a person: by the profile, or by the email. */
type Form = readonly [by: 'profile' | 'email', entryOf: (person: Person) => IDataObject];
const FORMS: readonly Form[] = [
	['profile', ({ slug }) => ({ link: `https://www.linkedin.com/in/${slug}/` })],
	['profile', ({ slug }) => ({ profile: slug.toUpperCase() })],
	['profile', ({ slug }) => ({ fields: { LinkedIn: { value: `in/${slug}?trk=x` } } })],
	['profile', ({ slug }) => ({ note: `called on 2026-09-01: uk.linkedin.com/in/${slug}, no` })],
	['email', (person) => ({ 'E-mail': emailOf(person) })],
	['email', (person) => ({ any: `Ada <${emailOf(person).toUpperCase()}>`, do_not_contact: 'no' })],
	['email', (person) => ({ any: emailOf(person).replace('@', '+news@') })],
	['email', (person) => ({ hash: hashOf('md5', person).toUpperCase() })],
	['email', (person) => ({ all: ['x@example.net', { mail: `mailto:${emailOf(person)}` }] })],
];

const LINKEDIN = [
	(slug: string) => `https://www.linkedin.com/in/${slug}`,
	(slug: string) => `in/${slug.toUpperCase()}`,
	(slug: string) => `see linkedin.com/in/${slug}/ `,
	(slug: string) => `https%3A%2F%2Flinkedin.com%2Fin%2F${slug}`,
];
const EMAIL = [
	(person: Person) => emailOf(person),
	(person: Person) => ` ${emailOf(person).toUpperCase()}\n`,
	(person: Person) => emailOf(person).replace('@', '+crm@'),
	(person: Person) => hashOf('md5', person),
];

const who = fc.nat(ALL.length - 1);
const entry = fc.record({ person: who, form: fc.constantFrom(...FORMS) });
const row = fc.record({
	profile: fc.option(fc.tuple(who, fc.constantFrom(...LINKEDIN))),
	email: fc.option(fc.tuple(who, fc.constantFrom(...EMAIL))),
	/** Whether an earlier run has written its columns, about any of the people. */
	earlier: fc.option(who),
});
const OPERATIONS: Readonly<Record<string, INodeParameters>> = {
	resolve: {
		...{ resource: 'person', operation: 'resolve', want: ['workEmail', 'personalEmail', 'profile'] },
		...{ linkedinUrl: '={{ $json.linkedin }}', email: '={{ $json.email }}', output: 'everything' },
	},
	findBest: { resource: 'personalEmail', operation: 'findBest', linkedinUrl: '={{ $json.linkedin }}' },
	findByEmail: { resource: 'businessProfile', operation: 'findByEmail', email: '={{ $json.email }}', output: 'raw' },
	byHash: { resource: 'businessProfile', operation: 'findByHashedEmail', hashedEmail: '={{ $json.email }}' },
};
const WIRINGS = {
	once: '',
	loop: 'Node>source',
	'two wires': 'source>copy copy>Node',
	Wait: 'Node:1>wait wait>Node',
	Retry: 'Node>next next>source',
} as const;
const DAMAGES = ['fails', 'failed before', 'error', 'off', 'names'] as const;
const world = fc.record({
	entries: fc.array(entry, { minLength: 1, maxLength: 6 }),
	rows: fc.array(row, { minLength: 1, maxLength: 8 }),
	operation: fc.constantFrom(...Object.keys(OPERATIONS)),
	wiring: fc.constantFrom(...(Object.keys(WIRINGS) as Array<keyof typeof WIRINGS>)),
	damage: fc.option(fc.constantFrom(...DAMAGES), { freq: 3 }),
	/** Whether the list stands behind the rows. */
	isLate: fc.boolean(),
	rowsAnsweredBefore: fc.constantFrom('skipFound', 'lookUpAgain'),
	hasStore: fc.boolean(),
	details: fc.boolean(),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const rowOf = ({ profile, email, earlier }: World['rows'][number]): IDataObject => ({
	linkedin: profile === null ? '' : profile[1](ALL[profile[0]].slug),
	email: email === null ? '' : email[1](ALL[email[0]]),
	...(earlier !== null && {
		...{ enriched_status: 'found', enriched_person_key: `linkedin:${ALL[earlier].slug}` },
		...{
			enriched_work_email: emailOf(ALL[earlier]),
			enriched_linkedin_url: `linkedin.com/in/${ALL[earlier].slug}`,
		},
	}),
});

function listOf(entries: readonly IDataObject[], damage: World['damage']): Record<string, INodeType> {
	if (damage === 'fails') return { list: failing };
	if (damage === 'failed before') return { read: failing, list: sink };
	if (damage === 'error') return { list: emitting(itemsOf([...entries, { error: 'Forbidden' }])) };
	if (damage === 'names') return { list: emitting(itemsOf([{ name: 'Ada Example', suppressed: 'yes' }])) };
	return { list: emitting(itemsOf(entries)) };
}

function graphOf(
	{ entries, rows, operation, wiring, damage, isLate, rowsAnsweredBefore, details }: World,
	store: INodeType | null,
): Graph {
	const items = itemsOf(rows.map(rowOf));
	const list = listOf(
		entries.map(({ person, form }) => form[1](ALL[person])),
		damage,
	);
	const isLoop = wiring === 'loop' || wiring === 'Retry';
	const source = isLoop ? loopOver(items, 2) : emitting(items);
	const lists = Object.keys(list);
	const continued = { onError: 'continueRegularOutput' as const };
	return {
		parameters: {
			...OPERATIONS[operation],
			options: {
				...{ suppressionList: true, knownAnswers: store !== null, includeLookupDetails: details },
				rowsAnsweredBefore,
				...(wiring === 'Wait' && { onLimit: 'output', maxTokens: 3 }),
			},
		},
		nodes: {
			...(!isLate && list),
			...(store !== null && { store }),
			source,
			...(isLate && list),
			copy: sink,
			wait: waiting(),
			next: failingOnce(),
		},
		settings: {
			Node: continued,
			read: continued,
			list: { ...continued, ...(damage === 'off' && { disabled: true }) },
		},
		wires: [
			...(isLate ? [] : [`Start>${lists[0]}`]),
			...(lists.length === 2 ? ['read>list'] : []),
			...(store === null ? [] : ['Start>store store>Node#2']),
			`Start>source list>Node#1 source:${isLoop ? 1 : 0}>Node`,
			...(isLate ? [`Start>${lists[0]}`] : []),
			WIRINGS[wiring],
		].join(' '),
	};
}

/** What an entry lists, as it could stand in a request, a column or the context. */
const listedTexts = ({ person, form: [by] }: World['entries'][number]): string[] => {
	const one = ALL[person];
	return by === 'profile' ? [one.slug] : [emailOf(one), hashOf('md5', one)];
};

/** The answers about all people, as a store has them that was kept before anybody objected. */
async function storeOf(sandbox: Sandbox): Promise<INodeExecutionData[]> {
	const rows = ALL.map((person) => ({ linkedin: `in/${person.slug}`, email: emailOf(person) }));
	const stored: INodeExecutionData[] = [];
	for (const operation of Object.keys(OPERATIONS)) {
		const run = await runGraph(sandbox, {
			parameters: { ...OPERATIONS[operation], options: { knownAnswers: true } },
			nodes: { empty: emitting([{ json: {} }]), source: emitting(itemsOf(rows)) },
			wires: 'Start>empty Start>source empty>Node#2 source>Node',
		});
		stored.push(...(run.data.resultData.runData.Node[0].data?.main[0] ?? []));
	}
	return stored.map(({ json }) => ({ json: { enriched_answers: json.enriched_answers } }));
}

it('nobody who is listed is sent, shown or remembered, however the list, the store and the rows are wired', async () => {
	const sandbox = await start({ hitRate: 1 });
	const store = emitting(await storeOf(sandbox));
	const seen = { suppressed: 0, found: 0, invalid: 0 } as Record<string, number>;
	await fc.assert(
		fc.asyncProperty(world, async (given) => {
			sandbox.ledger.clear();
			const run = await runGraph(sandbox, graphOf(given, given.hasStore ? store : null), 30);
			const { runData, error } = run.data.resultData;
			expect(error).toBeUndefined();
			const items = runData.Node.flatMap(({ data }) => (data?.main ?? []).flatMap((output) => output ?? []));
			const sent = sandbox.ledger.requests().flatMap(({ keys }) => keys);
			const statuses = items.map(({ json }) => String(json.enriched_status));
			for (const status of statuses) seen[status] = (seen[status] ?? 0) + 1;
			if (given.damage !== null) {
				expect([sent, new Set(statuses)]).toEqual([[], new Set(['invalid'])]);
				return;
			}
			const ours = items.map(({ json }) => {
				const isOurs = ([name]: [string, unknown]) => name.startsWith('enriched_') || name === 'error';
				return Object.fromEntries(Object.entries(json).filter(isOurs));
			});
			const texts = JSON.stringify([sent, ours, run.data.executionData?.contextData]).toLowerCase();
			expect(given.entries.flatMap(listedTexts).filter((text) => texts.includes(text.toLowerCase()))).toEqual([]);
			expect(JSON.stringify(ours)).not.toContain('Nothing was sent');
		}),
		{ numRuns: 400 },
	);
	// Otherwise a node that sends nothing would pass.
	for (const status of ['found', 'suppressed', 'invalid']) expect(seen[status]).toBeGreaterThan(0);
}, 240_000);
