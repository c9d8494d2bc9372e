import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { runOperation, type OperationRun } from '../support/nodeRun';
import { spelledIn } from '../support/wireSpellings';
import { WIRE_MISS, wireAnswer, wires, type WireAnswer, type WireServer } from '../support/wireServer';

const start = wires();

const md5 = (email: string) => createHash('md5').update(email).digest('hex');

/** E-mails as they stand in sheets, each with the address that they mean. */
const CELLS: ReadonlyArray<[cell: string, email: string]> = [
	['  Quillon.Vexley@Example.com ', 'quillon.vexley@example.com'],
	['QUILLON.VEXLEY+NEWS@EXAMPLE.COM', 'quillon.vexley+news@example.com'],
	['mailto:brannoc_tarrow@example.org', 'brannoc_tarrow@example.org'],
	['jürgen.straßfeld@example.com', 'jürgen.straßfeld@example.com'],
	['JOSÉ.Ferndale@example.net', 'josé.ferndale@example.net'],
	['jose\u0301.wrenfield@example.net', 'jose\u0301.wrenfield@example.net'],
	["o'bryne-mackle@example.org", "o'bryne-mackle@example.org"],
	['per%cent/ful=1@example.com', 'per%cent/ful=1@example.com'],
	['\u200bplumley.oakhurst@example.com\u00a0', 'plumley.oakhurst@example.com'],
	['田中.太郎@example.com', '田中.太郎@example.com'],
];
const LOCAL_PARTS = CELLS.flatMap(([cell, email]) => [cell, email]).map(localPartOf);

/** The e-mail is in more columns than those that are looked up, and in what was pasted behind a profile. */
const ROWS = CELLS.map(([email, plain], id): IDataObject => ({
	id,
	email,
	again: email,
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

/** Local parts that are in some bytes, in any spelling and case. */
function toldIn(bytes: Buffer, localParts: readonly string[]): string[] {
	const lower = Buffer.from(bytes.toString().toLowerCase());
	return localParts.filter((part) => {
		const variants = [part, part.toLowerCase(), part.toUpperCase(), part.normalize('NFC'), part.normalize('NFD')];
		return variants.some(
			(one) => spelledIn(bytes, one).length > 0 || spelledIn(lower, one).some((name) => name !== 'base64'),
		);
	});
}

const byHash = (options: IDataObject): OperationRun => ({
	resource: 'businessProfile',
	operation: 'findByHashedEmail',
	parameters: { hashedEmail: '={{ $json.email }}', includeMobilePhone: true },
	rows: ROWS,
	options: { includeLookupDetails: true, ...options },
	limits: { retries: 1, maxWait: 1, timeout: 2 },
	node: { onError: 'continueRegularOutput' },
});

const resolving = (options: IDataObject): OperationRun => ({
	...byHash(options),
	resource: 'person',
	operation: 'resolve',
	parameters: {
		linkedinUrl: '={{ $json.linkedin }}',
		email: '={{ $json.email }}',
		hashedEmail: '={{ $json.again }}',
		want: ['company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail'],
	},
});

const OPERATIONS: ReadonlyArray<[name: string, job: (options: IDataObject) => OperationRun]> = [
	['Find by Hashed Email', byHash],
	['Resolve', resolving],
];

/** The second request of each question is answered with a miss. */
const once = (told: string | null): WireAnswer => {
	const asked = new Set<string>();
	return (request) => {
		const body = request.slice(request.indexOf('\r\n\r\n'));
		if (asked.has(body)) return WIRE_MISS;
		asked.add(body);
		return told;
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
	['hits that tell an e-mail and a profile', () => () => wireAnswer(200, HIT)],
	[
		'one refusal of each, to slow down',
		() => once(wireAnswer(429, error('rate_limited', { retry_after: 0 }), { 'retry-after': '0' })),
	],
	['one failure of each', () => once(wireAnswer(500, error('internal_error')))],
	['one cut connection of each', () => once(null)],
	['one answer of each that breaks off', () => once(wireAnswer(200, HIT).slice(0, -20))],
	[
		'one web page for each',
		() => once(wireAnswer(200, '<!doctype html><title>Hello</title>', { 'content-type': 'text/html' })),
	],
	['refused values', () => () => wireAnswer(422, error('invalid_input'))],
	['a dead key', () => () => wireAnswer(401, error('unauthorized'))],
	['a plan without the tool', () => () => wireAnswer(403, error('plan_restricted'))],
	['an empty balance', () => () => wireAnswer(402, error('insufficient_tokens'))],
	['phone tokens that are used up', () => once(wireAnswer(402, error('insufficient_phone_tokens')))],
	['a redirect', () => () => wireAnswer(307, '', { location: '/elsewhere' })],
];

const KEY = 'sandbox_anykey001';

const askedOf = (server: WireServer) =>
	server.requests().map((request) => /^POST \/api\/v1\/tools\/(\w+) /.exec(request)?.[1]);

describe.each(OPERATIONS)('with Hash Email, %s', (_name, job) => {
	it.each(ANSWERS)('sends no e-mail and no part of one, where the answers are %s', async (_what, answer) => {
		const server = await start(answer());
		await runOperation({ url: server.url, key: KEY }, job({ hashEmail: true }));
		const sent = Buffer.concat(server.received());
		expect(toldIn(sent, LOCAL_PARTS)).toEqual([]);
		expect(sent.includes('@')).toBe(false);
		expect(askedOf(server)).toContain('hem_to_business_profile');
		expect(askedOf(server)).not.toContain('reverse_email_lookup');
		expect(CELLS.filter(([, email]) => sent.includes(md5(email))).length).toBeGreaterThan(0);
	});

	it('sends the MD5 of each address, trimmed and in lower case', async () => {
		const server = await start();
		await runOperation({ url: server.url, key: KEY }, job({ hashEmail: true }));
		const sent = Buffer.concat(server.received());
		expect(CELLS.filter(([, email]) => !sent.includes(`{"md5":"${md5(email)}"`))).toEqual([]);
	});

	it('sends nothing of any e-mail, where Dry Run is on as well', async () => {
		const server = await start();
		await runOperation({ url: server.url, key: KEY }, job({ hashEmail: true, dryRun: true }));
		expect(askedOf(server)).toEqual(['get_account']);
		expect(server.requests()[0]).toMatch(/\r\n\r\n\{\}$/);
	});

	it('without it tells them all, and the search finds each', async () => {
		const server = await start();
		await runOperation({ url: server.url, key: KEY }, job({ hashEmail: false }));
		const sent = Buffer.concat(server.received());
		const meant = CELLS.map(([, email]) => localPartOf(email));
		expect(toldIn(sent, meant)).toEqual(meant);
	});

	it('keeps any e-mail from leaving', async () => {
		// Letters that no hash, header or address holds beside each other.
		const local = fc
			.stringMatching(/^[a-z0-9.+_-]{0,12}$/)
			.map((rest) => `zqx${rest.replace(/\.+/g, '.').replace(/\.$/, '')}`);
		const email = fc
			.tuple(local, fc.domain(), fc.constantFrom('', ' ', '\n', '\t'))
			.map(([part, domain, blank]) => ({ part, cell: `${blank}${part}@${domain}${blank}` }));
		await fc.assert(
			fc.asyncProperty(fc.array(email, { minLength: 1, maxLength: 20 }), async (emails) => {
				const server = await start();
				const rows = emails.map(({ cell }) => ({ email: cell, again: cell, linkedin: '' }));
				await runOperation({ url: server.url, key: KEY }, { ...job({ hashEmail: true }), rows });
				expect(server.requests().length).toBeGreaterThan(0);
				expect(Buffer.concat(server.received()).toString('latin1').toLowerCase()).not.toContain('zqx');
			}),
			{ numRuns: 20 },
		);
	});
});

it('with Hash Email, Resolve goes on from the answers of a run without it, and tells none of the e-mails they were about', async () => {
	const server = await start((request) =>
		request.includes('hem_to_business_profile')
			? wireAnswer(402, error('insufficient_tokens'))
			: wireAnswer(200, HIT),
	);
	const first = await runOperation(
		{ url: server.url, key: KEY },
		{ ...resolving({ hashEmail: false }), rows: CELLS.map(([email]) => ({ email })), limits: { concurrency: 1 } },
	);
	const rows = first.outputs[0].map(({ json }) => json);
	expect(rows.filter(({ enriched_resume }) => typeof enriched_resume === 'string').length).toBeGreaterThan(0);

	server.clear();
	server.answerWith(() => WIRE_MISS);
	await runOperation({ url: server.url, key: KEY }, { ...resolving({ hashEmail: true }), rows });
	expect(server.requests().length).toBeGreaterThan(0);
	expect(toldIn(Buffer.concat(server.received()), LOCAL_PARTS)).toEqual([]);
});
