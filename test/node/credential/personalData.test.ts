import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { resolve } from '../../support/node/resolveRun';
import { spelledIn } from '../../support/wire/wireSpellings';
import { WIRE_MISS, wireAnswer, wireServers, type WireAnswer, type WireServer } from '../../support/wire/wireServer';
import { inFastTime } from '../../support/node/fastTime';

const start = wireServers();
inFastTime();

const md5 = (email: string) => createHash('md5').update(email).digest('hex');

/** Email cells, each with the address it contains. */
const CELLS: ReadonlyArray<[cell: string, email: string]> = [
	['  Quillon.Vexley@Example.com ', 'quillon.vexley@example.com'],
	['QUILLON.VEXLEY+NEWS@EXAMPLE.COM', 'quillon.vexley+news@example.com'],
	['mailto:brannoc_tarrow@example.org', 'brannoc_tarrow@example.org'],
	['jürgen.straßfeld@example.com', 'jürgen.straßfeld@example.com'],
	['JOSÉ.Ferndale@example.net', 'josé.ferndale@example.net'],
	['jose\u0301.wrenfield@example.net', 'josé.wrenfield@example.net'],
	["o'bryne-mackle@example.org", "o'bryne-mackle@example.org"],
	['per%cent/ful=1@example.com', 'per%cent/ful=1@example.com'],
	['\u200bplumley.oakhurst@example.com\u00a0', 'plumley.oakhurst@example.com'],
	['田中.太郎@example.com', '田中.太郎@example.com'],
];
const LOCAL_PARTS = CELLS.flatMap(([cell, email]) => [cell, email]).map(localPartOf);

/** The email is also in columns that are not looked up, and in the query of a profile URL. */
const ROWS = CELLS.map(([email, plain], id): IDataObject => ({
	id,
	email,
	copy: email,
	note: `write to ${plain}`,
	linkedin:
		id % 2 === 0 ? '' : `https://www.linkedin.com/in/profile-${id}?email=${encodeURIComponent(plain)}#${plain}`,
}));

function localPartOf(email: string): string {
	return email
		.trim()
		.replace(/^mailto:/, '')
		.split('@')[0];
}

/** Returns the local parts that the bytes contain, in any spelling and case. */
function foundIn(bytes: Buffer, localParts: readonly string[]): string[] {
	const lower = Buffer.from(bytes.toString().toLowerCase());
	return localParts.filter((part) => {
		const variants = [part, part.toLowerCase(), part.toUpperCase(), part.normalize('NFC'), part.normalize('NFD')];
		return variants.some(
			(variant) =>
				spelledIn(bytes, variant).length > 0 || spelledIn(lower, variant).some((name) => name !== 'base64'),
		);
	});
}

const BY_HASH: OperationRun = {
	resource: 'businessProfile',
	operation: 'findByHashedEmail',
	parameters: { hashedEmail: '={{ $json.email }}', includeMobilePhone: true },
	rows: ROWS,
};
const RESOLVE = resolve(['company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail'], ROWS);

/** Runs an operation, by default with Hash Email. */
async function run({ url }: WireServer, job: OperationRun, options: IDataObject = {}) {
	const all = { hashEmail: true, includeLookupDetails: true, maxWait: 1, ...options };
	const node = { onError: 'continueRegularOutput' } as const;
	return await runOperation({ url, key: 'sandbox_anykey001' }, { ...job, options: all, node });
}

const sentTo = (server: WireServer) => Buffer.concat(server.received());

/** Answers the first request with each body as given, and a retry with a miss. */
const once = (answer: string | null): WireAnswer => {
	const seen = new Set<string>();
	return (request) => {
		const body = request.slice(request.indexOf('\r\n\r\n'));
		if (seen.has(body)) return WIRE_MISS;
		seen.add(body);
		return answer;
	};
};

const error = (code: string, metadata = {}) => ({ error: { code, message: 'The service says no' }, metadata });
const HIT = {
	status: 'ok',
	results: {
		linkedinurl: 'https://www.linkedin.com/in/somebody-else',
		personal_emails: ['quillon.vexley@example.com'],
	},
	metadata: {},
};

const ANSWERS: ReadonlyArray<[what: string, answer: () => WireAnswer]> = [
	['misses', () => () => WIRE_MISS],
	['hits with an email and a profile', () => () => wireAnswer(200, HIT)],
	['rate limits', () => once(wireAnswer(429, error('rate_limited', { retry_after: 0 }), { 'retry-after': '0' }))],
	['one failure per request', () => once(wireAnswer(500, error('internal_error')))],
	['one cut connection per request', () => once(null)],
	['one incomplete response per request', () => once(wireAnswer(200, HIT).slice(0, -20))],
	['web pages', () => once(wireAnswer(200, '<!doctype html><title>Hello</title>', { 'content-type': 'text/html' }))],
	['rejected values', () => () => wireAnswer(422, error('invalid_input'))],
	['a rejected key', () => () => wireAnswer(401, error('unauthorized'))],
	['a plan without the tool', () => () => wireAnswer(403, error('plan_restricted'))],
	['an empty balance', () => () => wireAnswer(402, error('insufficient_tokens'))],
	['used-up phone tokens', () => once(wireAnswer(402, error('insufficient_phone_tokens')))],
	['a redirect', () => () => wireAnswer(307, '', { location: '/elsewhere' })],
];

/** A service that shows neither its prices nor the account, so that the run begins with a lookup. */
const withoutAccount =
	(answer: WireAnswer): WireAnswer =>
	(request) =>
		/\/get_(?:billing|account) /.test(request) ? wireAnswer(404, '') : answer(request);

const toolsOf = (server: WireServer) =>
	server.requests().map((request) => /^POST \/api\/v1\/tools\/(\w+) /.exec(request)?.[1]);

describe.each([
	['Find by Hashed Email', 'hem_to_business_profile', BY_HASH],
	['Resolve', 'hem_to_linkedin', RESOLVE],
])('%s with Hash Email', (_name, first, job) => {
	it.each(ANSWERS)('sends no part of any email if the responses are %s', async (_what, answer) => {
		const server = await start(withoutAccount(answer()));
		await run(server, job);
		const sent = sentTo(server);
		expect(foundIn(sent, LOCAL_PARTS)).toEqual([]);
		expect(sent.includes('@')).toBe(false);
		expect(toolsOf(server)).toContain(first);
		for (const plain of ['email_to_linkedin', 'reverse_email_lookup']) expect(toolsOf(server)).not.toContain(plain);
		expect(CELLS.filter(([, email]) => sent.includes(md5(email))).length).toBeGreaterThan(0);
	});

	it('sends the MD5 of each address, trimmed and in lower case', async () => {
		const server = await start();
		await run(server, job);
		expect(CELLS.filter(([, email]) => !sentTo(server).includes(`{"md5":"${md5(email)}"`))).toEqual([]);
	});

	it('sends only the free requests if Dry Run is on too', async () => {
		const server = await start();
		await run(server, job, { dryRun: true });
		expect(toolsOf(server).sort()).toEqual(['get_account', 'get_billing']);
		expect(server.requests()[0]).toMatch(/\r\n\r\n\{\}$/);
	});

	it('sends all of them if Hash Email is off, which proves the search', async () => {
		const server = await start();
		await run(server, job, { hashEmail: false });
		const expected = CELLS.map(([, email]) => localPartOf(email));
		expect(foundIn(sentTo(server), expected)).toEqual(expected);
	});

	it('never sends any generated email', async () => {
		// No hash, header or URL contains these letters in a row.
		const local = fc
			.stringMatching(/^[a-z0-9.+_-]{0,12}$/)
			.map((rest) => `zqx${rest.replace(/\.+/g, '.').replace(/\.$/, '')}`);
		const email = fc
			.tuple(local, fc.domain(), fc.constantFrom('', ' ', '\n', '\t'))
			.map(([part, domain, blank]) => `${blank}${part}@${domain}${blank}`);
		await fc.assert(
			fc.asyncProperty(fc.array(email, { minLength: 1, maxLength: 20 }), async (cells) => {
				const server = await start();
				const rows = cells.map((cell) => ({ email: cell, copy: cell, linkedin: '' }));
				await run(server, { ...job, rows });
				expect(server.requests().length).toBeGreaterThan(0);
				expect(sentTo(server).toString('latin1').toLowerCase()).not.toContain('zqx');
			}),
			{ numRuns: 20 },
		);
	});
});

it('Resolve with Hash Email continues from a run without it, and sends none of its emails', async () => {
	const server = await start((request) =>
		request.includes('hem_to_business_profile')
			? wireAnswer(402, error('insufficient_tokens'))
			: wireAnswer(200, HIT),
	);
	const emails = CELLS.map(([email]) => ({ email }));
	const options = { knownAnswers: true, concurrency: 1 };
	const first = { ...RESOLVE, rows: emails, known: [] };
	const known = rowsOf(await run(server, first, { ...options, hashEmail: false }));
	expect(known.filter(({ enriched_answers }) => typeof enriched_answers === 'string').length).toBeGreaterThan(0);

	server.clear();
	server.answerWith(() => WIRE_MISS);
	await run(server, { ...RESOLVE, rows: known, known }, options);
	expect(server.requests().length).toBeGreaterThan(0);
	expect(foundIn(sentTo(server), LOCAL_PARTS)).toEqual([]);
});
