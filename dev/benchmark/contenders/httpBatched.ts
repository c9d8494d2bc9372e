import { editFields, httpRequest } from './builtInNodes';
import { inARow, type Contender } from './contender';

/**
 * Requests, and ms between two batches: as close to thirty a second as no row is lost at. Tens rather than thirties: the guard lets thirty
 * pass at once, so that there is room for a batch that comes a little early. n8n needs one to three ms to make each request, which come on
 * top of the interval; below 300 rows are lost.
 */
const BATCHING = { batchSize: 10, batchInterval: 320 };

/**
 * HTTP Request that keeps to the burst guard, and whose refused rows do not end it. Retry On Fail is off: it would ask for, and pay for,
 * all rows again when the first one was refused, and never when any other was.
 */
export const httpBatched: Contender = {
	letter: 'c',
	name: 'HTTP Request, batched',
	what: 'the same with the Batching option tuned to the guard, and On Error set to Continue.',
	part: (job, access) =>
		inARow(
			[
				{
					...httpRequest(job, access, `={{ $json.${job.column} }}`, { batching: { batch: BATCHING } }),
					onError: 'continueRegularOutput',
				},
				editFields([
					{ name: 'id', type: 'number', value: "={{ $('Rows').item.json.id }}" },
					{ name: 'status', type: 'string', value: "={{ $json.status ?? 'failed' }}" },
					{ name: 'answer', type: 'string', value: `={{ $json.results?.${job.answer} }}` },
				]),
			],
			{ status: 'status', answer: 'answer' },
		),
};
