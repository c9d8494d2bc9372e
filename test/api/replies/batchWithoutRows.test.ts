import { readReply } from '../../../nodes/IdentityResolution/api/replies/readReply';
import { identify, personalEmail } from '../../support/run/lookups';
import { answersOf, refusalOf } from '../../support/api/readings';
import { http } from '../../support/api/replies';

const identifiers = ['ada-example', 'bob-example'].map((slug) => identify(personalEmail, slug));
const [ADA, BOB] = identifiers.map(({ key }) => key);
const metadata = { fair_use: { records_remaining_5h: 9 } };

const NOW = Date.UTC(2030, 0, 1);

const read = (body: object) => readReply(personalEmail, identifiers, http(200, body), NOW);

describe('a batch with the status not_found', () => {
	it.each([
		['with empty results', { results: {} }, {}],
		['with an empty list', { results: [] }, []],
		['with null fields', { results: { email: null } }, { email: null }],
		['with results of null', { results: null }, null],
		['without results', {}, null],
	])('%s is a miss for every row', (_what, body, results) => {
		const { answers, matching, unanswered, partialError, drift } = answersOf(
			read({ ...body, status: 'not_found', metadata }),
		);
		const miss = { found: false, isUnnamed: true, results, metadata, at: NOW };
		expect([...answers]).toEqual([
			[ADA, miss],
			[BOB, miss],
		]);
		expect({ matching, unanswered, partialError, drift }).toEqual({
			matching: 'whole_batch',
			unanswered: [],
			partialError: null,
			drift: [],
		});
	});

	it.each([[{}], [{ results: {} }]])('is a refusal if an error block explains it, with %j', (body) => {
		const error = { code: 'insufficient_tokens', message: 'Not enough' };
		expect(refusalOf(read({ ...body, status: 'not_found', metadata, error })).reason).toBe('insufficient_tokens');
	});
});

describe('any other batch without rows', () => {
	it('is a lost answer if it has neither results nor a status', () => {
		expect(refusalOf(read({ metadata })).reason).toBe('lost');
		expect(refusalOf(read({})).reason).toBe('lost');
	});

	it.each(['ok', 'done'])('answers no row if its status is %s, so that the rows are retried one by one', (status) => {
		const { answers, unanswered } = answersOf(read({ status, metadata }));
		expect([answers.size, unanswered]).toEqual([0, [ADA, BOB]]);
	});
});
