import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf, type Execution } from '../../../dev/n8n/instance/executions';
import { isOurs } from '../../../dev/n8n/instance/fill';
import type { WorkflowFile } from '../../../dev/n8n/instance/rest';
import { EXAMPLES, importInto, readExample, runExample } from '../support/example';
import { startHosted, type Hosted } from '../support/hosted';

type Row = Record<string, unknown>;

const BEST = 'linkedin_to_best_personal_email_usa';
const PROFILE = 'linkedin_to_business_profile';
const REVERSE = 'reverse_email_lookup';
const HEM = 'hem_to_business_profile';

const example = readExample('resolve-waterfall.json');
const ONE_NODE = { first: 'Resolve', result: 'Result of One Node' };
const BY_HAND = { first: 'Best by LinkedIn', result: 'Result of Fourteen Nodes' };
type Lane = typeof ONE_NODE;

let host: Hosted;
/** Of both lanes, as the example is. */
let execution: Execution;

const resultOf = ({ result }: Lane): Row[] => rowsOf(execution, result);

/** A hashed e-mail, which tools tell that are asked by e-mail, is not what is wanted. */
const emailIn = ({ enriched_personal_email_form: form, enriched_personal_email: email }: Row) =>
	form === 'plain' ? email : null;

/** Every node that comes behind this one, up to that one. */
function nodesBetween(first: string, last: string): string[] {
	const passed = new Set<string>();
	const open = [first];
	for (let name = open.pop(); name !== undefined; name = open.pop()) {
		if (name === last || passed.has(name)) continue;
		passed.add(name);
		open.push(...example.connections[name].main.flatMap((targets) => (targets ?? []).map(({ node }) => node)));
	}
	return [...passed];
}

/** The example with one of its lanes alone behind the sheet. */
const withOnly = ({ first }: Lane): WorkflowFile => ({
	...example,
	connections: { ...example.connections, 'Rows of the Sheet': { main: [[{ node: first, type: 'main', index: 0 }]] } },
});

/** Runs one lane alone. @returns what it asked of which tool, and what it was charged */
async function costOf(lane: Lane) {
	host.sandbox.ledger.clear();
	await runExample(host, await importInto(host, withOnly(lane)));
	const { requests, byTool, tokensCharged, chargedMoreThanOnce } = host.sandbox.ledger.summary();
	return {
		requests,
		byTool: Object.fromEntries(Object.entries(byTool).map(([tool, counts]) => [tool, counts[200]])),
		tokensCharged,
		paidTwice: chargedMoreThanOnce.length,
	};
}

beforeAll(async () => {
	host = await startHosted({
		sandbox: {
			settings: {
				prices: { [PROFILE]: 2, [HEM]: 2 },
				toolHitRates: { [BEST]: 0.6, [PROFILE]: 0.8, [REVERSE]: 0.5, [HEM]: 0.6 },
			},
		},
	});
	cpSync(join(EXAMPLES, 'contacts.csv'), join(host.files, 'contacts.csv'));
	execution = await runExample(host, await importInto(host, example));
});

afterAll(async () => await host?.stop());

it('holds one node in the place of fourteen, of which six ask', () => {
	const byHand = nodesBetween(BY_HAND.first, BY_HAND.result);
	expect(nodesBetween(ONE_NODE.first, ONE_NODE.result)).toEqual(['Resolve']);
	expect(byHand).toHaveLength(14);
	expect(example.nodes.filter((node) => byHand.includes(node.name) && isOurs(node))).toHaveLength(6);
});

it('brings every row out of both lanes once, in its place', () => {
	const sheet = rowsOf(execution, 'Rows of the Sheet').map(({ id }) => id);
	expect(sheet).toHaveLength(500);
	for (const lane of [ONE_NODE, BY_HAND]) expect(resultOf(lane).map(({ id }) => id)).toEqual(sheet);
});

it('leads rows along every way that there is by hand', () => {
	const counts = Object.fromEntries(
		nodesBetween(BY_HAND.first, BY_HAND.result).map((name) => [
			name,
			[0, 1].map((output) => rowsOf(execution, name, output).length),
		]),
	);
	expect(counts).toMatchObject({
		Found: [268, 232],
		'No LinkedIn': [38, 194],
		'Found by Email': [18, 20],
		'Found by Then': [21, 17],
		All: [500, 0],
	});
});

it('finds the same people and the same e-mails, row by row', () => {
	const [one, other] = [ONE_NODE, BY_HAND].map((lane) =>
		resultOf(lane).map((row) => [row.id, row.enriched_status, row.enriched_found, emailIn(row)]),
	);
	expect(one).toEqual(other);
	const found = resultOf(ONE_NODE).filter(({ enriched_found }) => enriched_found === true);
	expect(found).toHaveLength(387);
	expect(found.filter((row) => emailIn(row) === null)).toEqual([]);
});

it('tells of each e-mail at least as much: when it was validated, and how it is graded', () => {
	const told = ({ enriched_personal_email_validated_at: date, enriched_personal_email_risk_score: grade }: Row) => ({
		...(date ? { date } : {}),
		...(grade ? { grade } : {}),
	});
	expect(resultOf(ONE_NODE).map(told)).toMatchObject(resultOf(BY_HAND).map(told));
});

it('asks less in one node than in fourteen, and pays for nobody twice', async () => {
	expect(await costOf(BY_HAND)).toEqual({
		requests: 204,
		byTool: { [BEST]: 5, [PROFILE]: 143, [REVERSE]: 35, [HEM]: 20, get_account: 1 },
		tokensCharged: 380,
		paidTwice: 14,
	});
	expect(await costOf(ONE_NODE)).toEqual({
		requests: 196,
		byTool: { [BEST]: 4, [PROFILE]: 137, [REVERSE]: 35, [HEM]: 20 },
		tokensCharged: 363,
		paidTwice: 0,
	});
});
