import { EDIT_FIELDS, editFields, HTTP_REQUEST, httpRequest, wait } from './builtInNodes';
import type { Contender, Part, Step } from './contender';

/** Rows of a round. The fewer they are, the less is asked, and paid for, again when one of them is refused. */
const ROUND = 10;
/** Seconds after a round, which itself takes as long as its answers do: as close to thirty requests a second as no round is refused at. */
const PAUSE_SECONDS = 0.2;
/** Seconds, where a refusal tells none. */
const UNTOLD_WAIT = 2;

const LOOP = 'Loop Over Items';
const REFUSED = 'Any Refused?';
const TOLD_WAIT = 'Wait as Told';
const PAUSE = 'Wait for the Guard';

const loopOverItems = (): Step => ({
	name: LOOP,
	type: 'n8n-nodes-base.splitInBatches',
	typeVersion: 3,
	parameters: { batchSize: ROUND, options: {} },
});

/** All rows of a round go the same way: rows that come back to the loop in two parts would start two rounds. */
const anyRefused = (): Step => ({
	name: REFUSED,
	type: 'n8n-nodes-base.if',
	typeVersion: 2.3,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
			conditions: [
				{
					id: 'any-refused',
					leftValue:
						'={{ $input.all().some(({ json }) => json.statusCode === 429 || json.statusCode >= 500) }}',
					rightValue: '',
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
			combinator: 'and',
		},
		options: {},
	},
});

const LONGEST_TOLD = `={{ Math.max(...$input.all().map(({ json }) => Number(json.headers['retry-after'] ?? 0))) || ${UNTOLD_WAIT} }}`;

/** Rounds with a pause in between; a round with a refusal waits and is asked again as a whole. */
export const loop: Contender = {
	letter: 'd',
	name: 'Loop Over Items',
	what: 'Loop Over Items, HTTP Request, If, Edit Fields and two Waits: rounds tuned to the guard; a round in which anything was refused is asked again as a whole, after the wait that it was told.',
	part: (job, access): Part => ({
		steps: [
			loopOverItems(),
			httpRequest(job, access, `={{ $('${LOOP}').item.json.${job.column} }}`, {
				response: { response: { fullResponse: true, neverError: true } },
			}),
			anyRefused(),
			wait(TOLD_WAIT, LONGEST_TOLD),
			editFields([
				{ name: 'id', type: 'number', value: `={{ $('${LOOP}').item.json.id }}` },
				{ name: 'status', type: 'string', value: "={{ $json.body.status ?? 'failed' }}" },
				{ name: 'answer', type: 'string', value: `={{ $json.body.results?.${job.answer} }}` },
			]),
			wait(PAUSE, PAUSE_SECONDS),
		],
		lines: {
			[LOOP]: [[], [HTTP_REQUEST]],
			[HTTP_REQUEST]: [[REFUSED]],
			[REFUSED]: [[TOLD_WAIT], [EDIT_FIELDS]],
			[TOLD_WAIT]: [[HTTP_REQUEST]],
			[EDIT_FIELDS]: [[PAUSE]],
			[PAUSE]: [[LOOP]],
		},
		last: { step: LOOP, output: 0, status: 'status', answer: 'answer' },
	}),
};
