import { readReply } from '../../../nodes/IdentityResolution/api/replies/readReply';
import { identify, personalEmail } from '../../support/run/lookups';
import { answersOf, refusalOf } from '../../support/api/readings';
import { http } from '../../support/api/replies';

const people = ['ada', 'bob', 'cleo', 'dora', 'eve'].map((name) => identify(personalEmail, `${name}-example`));
const [ADA, BOB, CLEO, DORA, EVE] = people;
const ADAS = { email: 'ada@example.net', risk_score: 'A', last_validated_at: null };

const read = (requested: typeof people, status: number, body: unknown) =>
	readReply(personalEmail, requested, http(status, body), 0);

describe('readReply of a batch with an error status', () => {
	const results = [
		{ input: ADA.value, status: 'ok', data: ADAS },
		{ input: BOB.value, data: { email: null } },
		{ input: CLEO.value, data: { email: 'cleo@example.net' } },
		{ input: DORA.value, status: 'not_found', data: null },
		{ input: EVE.value, status: 'ok', data: { email: null } },
	];
	const { answers, unanswered } = answersOf(read(people, 500, { results, metadata: {} }));

	it('returns the rows with data', () => {
		expect([ADA, CLEO].map(({ key }) => answers.get(key)?.found)).toEqual([true, true]);
	});

	it('returns a miss that a row reports', () => {
		expect(answers.get(DORA.key)).toMatchObject({ found: false, results: null });
	});

	it('does not answer other rows without data', () => {
		expect(unanswered).toEqual([BOB.key, EVE.key]);
	});
});

describe('readReply of a single reply with an error status', () => {
	it('returns a reported hit with data', () => {
		const { answers } = answersOf(read([ADA], 500, { results: ADAS, status: 'ok', metadata: {} }));
		expect(answers.get(ADA.key)).toMatchObject({ found: true, results: ADAS });
	});

	it.each([
		[100, { results: ADAS }, 'lost'],
		[300, { results: ADAS }, 'wrong_address'],
		[500, { results: ADAS, metadata: {} }, 'internal_error'],
		[500, { results: {}, status: 'ok' }, 'internal_error'],
		[402, { results: { email: null }, error: { code: 'insufficient_tokens' } }, 'insufficient_tokens'],
		[404, { results: {} }, 'unknown_tool'],
	])('returns a refusal for %i with %j', (status, body, kind) => {
		expect(refusalOf(read([ADA], status, body)).reason).toBe(kind);
	});
});
