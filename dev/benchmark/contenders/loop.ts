import { type WorkflowNode, workflowNode } from '../../n8n/instance/workflow';
import type { Job } from '../job';
import type { Access } from '../testbed/session';
import { RECEIPT, ROWS, type Contender } from './contender';

/** Rows of a round. Small rounds: one refusal repeats, and pays for, the whole round. */
const ROUND = 10;
/** Seconds after a round: the shortest pause with which no round of table 1 is refused. */
const PAUSE_SECONDS = 0.2;
/** Seconds, if a refusal has no Retry-After. */
const DEFAULT_WAIT = 2;

const LOOP = 'Loop Over Items';
const REQUEST = 'HTTP Request';
const REFUSED = 'Any Refused?';
const RETRY_AFTER = 'Wait for Retry-After';
const EDIT_FIELDS = 'Edit Fields';
const PAUSE = 'Wait for the Rate Limit';

const httpRequest = ({ tool, field, column }: Job, { baseUrl, header }: Access): WorkflowNode => ({
	...workflowNode(REQUEST, 'n8n-nodes-base.httpRequest', 4.5, {
		method: 'POST',
		url: `${baseUrl}/${tool}`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		sendBody: true,
		bodyParameters: { parameters: [{ name: field, value: `={{ $('${LOOP}').item.json.${column} }}` }] },
		options: { response: { response: { fullResponse: true, neverError: true } } },
	}),
	credentials: { httpHeaderAuth: header },
});

/** Routes a round as a whole: rows that return to the loop in two parts would start two rounds. */
const anyRefused = (): WorkflowNode => {
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 };
	const leftValue = '={{ $input.all().some(({ json }) => json.statusCode === 429 || json.statusCode >= 500) }}';
	const operator = { type: 'boolean', operation: 'true', singleValue: true };
	const conditions = [{ id: 'any-refused', leftValue, rightValue: '', operator }];
	return workflowNode(REFUSED, 'n8n-nodes-base.if', 2.3, {
		conditions: { options, conditions, combinator: 'and' },
		options: {},
	});
};

const editFields = (answer: string): WorkflowNode => {
	const assignments = [
		{ id: 'id', name: 'id', type: 'number', value: `={{ $('${LOOP}').item.json.id }}` },
		{ id: 'status', name: 'status', type: 'string', value: "={{ $json.body.status ?? 'failed' }}" },
		{ id: 'answer', name: 'answer', type: 'string', value: `={{ $json.body.results?.${answer} }}` },
	];
	return workflowNode(EDIT_FIELDS, 'n8n-nodes-base.set', 3.5, { assignments: { assignments }, options: {} });
};

/** @param amount seconds, as a number or an expression */
const wait = (name: string, amount: number | string) => workflowNode(name, 'n8n-nodes-base.wait', 1.1, { amount });

const LONGEST_WAIT = `={{ Math.max(...$input.all().map(({ json }) => Number(json.headers['retry-after'] ?? 0))) || ${DEFAULT_WAIT} }}`;

/** The old way: rounds with a pause in between; a round with a refusal waits and is sent again as a whole. */
export const loop: Contender = {
	name: LOOP,
	part: (job, access) => ({
		steps: [
			workflowNode(LOOP, 'n8n-nodes-base.splitInBatches', 3, { batchSize: ROUND, options: {} }),
			httpRequest(job, access),
			anyRefused(),
			wait(RETRY_AFTER, LONGEST_WAIT),
			editFields(job.answer),
			wait(PAUSE, PAUSE_SECONDS),
		],
		connections: {
			[ROWS]: [[LOOP]],
			[LOOP]: [[RECEIPT], [REQUEST]],
			[REQUEST]: [[REFUSED]],
			[REFUSED]: [[RETRY_AFTER], [EDIT_FIELDS]],
			[RETRY_AFTER]: [[REQUEST]],
			[EDIT_FIELDS]: [[PAUSE]],
			[PAUSE]: [[LOOP]],
		},
		status: 'status',
		answer: 'answer',
	}),
};
