import type { IDataObject } from 'n8n-workflow';
import { jsonAnswer } from '../../support/node/answers';
import { rowsOf, runOperation } from '../../support/node/nodeRun';
import { resolve } from '../../support/node/resolveRun';
import { PROFILE, REVERSE } from '../../support/node/toolNames';
import { hostileServers } from '../../support/wire/hostileServer';

const start = hostileServers();
const PERSON = { first_name: 'Ada', last_name: 'Example', linkedin_url: 'https://www.linkedin.com/in/ada-example' };

/** A row with a wanted company and work email, for which two tools name a company and only the second an email. */
async function rowOf(first: string, second: string) {
	const answers: Record<string, IDataObject> = {
		[REVERSE]: { ...PERSON, linkedinurl: PERSON.linkedin_url, current_company: first, title: 'Engineer' },
		[PROFILE]: { ...PERSON, company: { name: second }, business_email: 'ada@work.example.com', title: 'Chemist' },
	};
	const service = await start(({ tool }) =>
		tool in answers
			? jsonAnswer({ results: answers[tool], status: 'ok', metadata: {} })
			: jsonAnswer({ error: { code: 'unknown_tool', message: 'x' } }, 404),
	);
	const [row] = rowsOf(
		await runOperation(service, resolve(['company', 'workEmail'], [{ email: 'ada@example.com' }])),
	);
	return row;
}

it.each([
	['names another company', 'Acme Ltd', 'Brick Works', `${PROFILE} names another company: "Brick Works"`],
	['spells it otherwise', 'Acme Ltd.', 'ACME', null],
])(
	'a second tool that %s: reason says so, and sources names what each value came from',
	async (_what, one, two, reason) => {
		expect(await rowOf(one, two)).toMatchObject({
			enriched_status: 'found',
			enriched_company_name: one,
			enriched_title: 'Engineer',
			enriched_work_email: 'ada@work.example.com',
			enriched_reason:
				reason === null
					? (expect.not.stringContaining('another company') as unknown)
					: (expect.stringContaining(reason) as unknown),
			enriched_sources: `profile: ${REVERSE}; company: ${REVERSE}; work_email: ${PROFILE}`,
		});
	},
);
