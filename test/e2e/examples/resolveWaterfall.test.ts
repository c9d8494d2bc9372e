import { type Execution, rowsOf } from '../../../dev/n8n/instance/executions';
import { importExample, runExample } from '../support/example';
import { useHosted } from '../support/hosted';

type Row = Record<string, unknown>;

const FILE = 'resolve-waterfall.json';
const BEST = 'linkedin_to_best_personal_email_usa';
const PROFILE = 'linkedin_to_business_profile';
const REVERSE = 'reverse_email_lookup';
const HEM = 'hem_to_business_profile';

const ONE_NODE = { first: 'Resolve', result: 'Result of One Node' };
const BY_HAND = { first: 'Best by LinkedIn', result: 'Result of Fourteen Nodes' };
type Lane = typeof ONE_NODE;

const host = useHosted({
	sandbox: {
		settings: {
			prices: { [PROFILE]: 2, [HEM]: 2 },
			toolHitRates: { [BEST]: 0.6, [PROFILE]: 0.8, [REVERSE]: 0.5, [HEM]: 0.6 },
		},
	},
});
/** Of both lanes, as in the example. */
let execution: Execution;

const resultOf = ({ result }: Lane): Row[] => rowsOf(execution, result);

/** Runs one lane alone. @returns its requests and charges */
async function costOf({ first }: Lane) {
	host.sandbox.ledger.clear();
	const main = [[{ node: first, type: 'main', index: 0 }]];
	const id = await importExample(host, FILE, (workflow) => ({
		...workflow,
		connections: { ...workflow.connections, 'Rows of the Sheet': { main } },
	}));
	await runExample(host, id);
	const { requests, byTool, tokensCharged, chargedMoreThanOnce } = host.sandbox.ledger.summary();
	return {
		requests,
		byTool: Object.fromEntries(Object.entries(byTool).map(([tool, counts]) => [tool, counts[200]])),
		tokensCharged,
		paidTwice: chargedMoreThanOnce.length,
	};
}

beforeAll(async () => {
	execution = await runExample(host, await importExample(host, FILE));
});

it('returns every row once, in order, and with the same person and e-mails in both lanes', () => {
	const sheet = rowsOf(execution, 'Rows of the Sheet').map(({ id }) => id);
	expect(sheet).toHaveLength(500);
	// Tools that look up by e-mail return a hashed e-mail, which is not wanted.
	const emailIn = ({ enriched_personal_email_form: form, enriched_personal_email: email }: Row) =>
		form === 'plain' ? email : null;
	const [one, other] = [ONE_NODE, BY_HAND].map((lane) =>
		resultOf(lane).map((row) => [row.id, row.enriched_status, row.enriched_found, emailIn(row)]),
	);
	expect(one.map(([id]) => id)).toEqual(sheet);
	expect(one).toEqual(other);
	const found = resultOf(ONE_NODE).filter(({ enriched_found }) => enriched_found === true);
	expect(found).toHaveLength(387);
	expect(found.filter((row) => emailIn(row) === null)).toEqual([]);
});

it('sends fewer requests in one node than in fourteen, and pays for no one twice', async () => {
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
