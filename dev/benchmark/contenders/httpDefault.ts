import { editFields, httpRequest } from './builtInNodes';
import { inARow, type Contender } from './contender';

/** HTTP Request as it comes: all rows at once, and the first refusal ends the workflow. */
export const httpDefault: Contender = {
	letter: 'b',
	name: 'HTTP Request',
	what: 'HTTP Request as it comes, then Edit Fields. It asks for all rows at once, one request each; any refusal ends the workflow.',
	part: (job, access) =>
		inARow(
			[
				httpRequest(job, access, `={{ $json.${job.column} }}`),
				editFields([
					{ name: 'id', type: 'number', value: "={{ $('Rows').item.json.id }}" },
					{ name: 'status', type: 'string', value: '={{ $json.status }}' },
					{ name: 'answer', type: 'string', value: `={{ $json.results.${job.answer} }}` },
				]),
			],
			{ status: 'status', answer: 'answer' },
		),
};
