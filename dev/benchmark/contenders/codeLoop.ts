import type { Access } from '../ground/session';
import type { Job } from '../job';
import { codeNode } from './codeNode';
import { inARow, type Contender } from './contender';

const code = ({ tool, field, column, answer }: Job, { baseUrl, apiKey }: Access): string => `const TRIES = 4;
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const output = [];
for (const { json } of $input.all()) {
	let status = 'failed';
	let answer = null;
	try {
		for (let attempt = 1; attempt <= TRIES; attempt++) {
			const response = await this.helpers.httpRequest({
				method: 'POST',
				url: '${baseUrl}/${tool}',
				headers: { Authorization: 'Bearer ${apiKey}' },
				body: { ${field}: json.${column} },
				json: true,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
			});
			if (response.statusCode === 200) {
				status = response.body.status;
				answer = response.body.results.${answer} ?? null;
			}
			if (response.statusCode !== 429 && response.statusCode < 500) break;
			if (attempt < TRIES) await sleep(Number(response.headers['retry-after'] ?? 1));
		}
	} catch (error) {
		status = error.message;
	}
	output.push({ json: { ...json, status, answer } });
}
return output;`;

/** A Code node that asks for one row after another, waits as it is told, and tries again what failed. */
export const codeLoop: Contender = {
	letter: 'e',
	name: 'Code node, one after another',
	what: 'a Code node that asks for one row at a time, with three retries that wait as they are told.',
	part: (job, access) => inARow([codeNode(code(job, access))], { status: 'status', answer: 'answer' }),
};
