import type { INodeParameters, INodeType } from 'n8n-workflow';
import { sink, startWith } from '../../dev/n8n/engine/nodeTypes';
import { NODE_TYPE } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';
import { runGraph } from '../support/node/workflowRun';

const start = sandboxes();

const ROWS = ['ada', 'bob', 'cyd'].map((name) => ({ json: { who: `in/${name}-example`, boss: `in/${name}-boss` } }));

/** Drops the columns of the first node, as a node that reads the sheet again does. */
const DROP = startWith(ROWS);

const FIND = { resource: 'personalEmail', operation: 'findBest', linkedinUrl: '={{ $json.who }}' };
const OTHER = { options: { columnPrefix: 'two_' } };
const AGAIN = '3 rows were charged again: "First" has the same operation.';
const DROPPED = '"First" has the same operation and fields, but its columns do not reach this node';

it.each<[string, string, INodeParameters, number, INodeType?, number?]>([
	['another prefix', AGAIN, OTHER, 6],
	['Raw after columns', AGAIN, { output: 'raw' }, 6],
	['dropped columns', DROPPED, {}, 6, DROP],
	['a dry run', AGAIN.replace('were', 'would be'), { options: { columnPrefix: 'two_', dryRun: true } }, 3],
	['nothing about skipped rows', '', {}, 3],
	['nothing about misses', '', OTHER, 0, sink, 0],
	['nothing twice', '3 rows found before were', { options: { rowsAnsweredBefore: 'lookUpAgain' } }, 6],
	['nothing about another operation', '', { ...OTHER, resource: 'workEmail', operation: 'findByLinkedin' }, 6],
	['nothing about other people', '', { linkedinUrl: '={{ $json.boss }}' }, 6, DROP],
	['nothing about other people in one row', '', { ...OTHER, linkedinUrl: '={{ $json.boss }}' }, 6],
])('two nodes in a row name %s', async (_what, hint, second, tokens, between = sink, hitRate = 1) => {
	const sandbox = await start({ hitRate });
	const credentials = { identityResolutionApi: { id: 'key', name: 'key' } };
	const { data } = await runGraph(sandbox, {
		parameters: { ...FIND, ...second },
		nodes: { Rows: startWith(ROWS), First: sink, Between: between },
		settings: { First: { type: NODE_TYPE, parameters: FIND, credentials } },
		wires: 'Start>Rows Rows>First First>Between Between>Node',
	});
	const hints = (data.resultData.runData.Node[0].hints ?? []).map(({ message }) => message);
	expect(hints.filter((text) => /charged again/.test(text))).toEqual(
		hint === '' ? [] : [expect.stringContaining(hint)],
	);
	expect(sandbox.ledger.summary().tokensCharged).toBe(tokens);
});
