import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { VirtualClock } from '../../../dev/benchmark/rateLimits/virtualClock';
import type { Job } from '../../../nodes/IdentityResolution/actions/read/job';
import type { Arrival } from '../../../nodes/IdentityResolution/actions/read/laterInputs';
import { readList, readSuppressionList } from '../../../nodes/IdentityResolution/actions/read/suppressionList';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { nested } from '../../support/api/nested';
import { businessProfile, hashedEmail, lookupFor, reverseEmail } from '../../support/run/lookups';

const itemsOf = (rows: IDataObject[]) => rows.map((json) => ({ json }));
const listOf = async (entries: IDataObject[], rows: IDataObject[] = []) =>
	await readSuppressionList({ is: 'arrived', items: itemsOf(entries) }, itemsOf(rows), new VirtualClock());
const suppressionOf = async (...entries: IDataObject[]) => (await listOf(entries)).suppression;

const hashOf = (kind: string, text: string) => createHash(kind).update(text).digest('hex');
const ADA_HASH = md5OfEmail('ada@example.com');
const ada = {
	email: lookupFor(reverseEmail, 'Ada@Example.com').identifier,
	hash: lookupFor(hashedEmail, ADA_HASH).identifier,
	profile: lookupFor(businessProfile, 'https://de.linkedin.com/in/Ada-Example?trk=x').identifier,
};
const BEA = ['bea@example.com', 'linkedin.com/in/bea-example', md5OfEmail('bea@example.com')];

describe('an entry names a person', () => {
	it.each<[string, IDataObject, Array<keyof typeof ada>]>([
		['by email, also for a lookup by its MD5', { mail: ' ADA@example.com ' }, ['email', 'hash']],
		['by MD5', { any: ADA_HASH.toUpperCase() }, ['email', 'hash']],
		['by SHA-1, for an email that is known as text', { any: hashOf('sha1', 'ada@example.com') }, ['email']],
		['by SHA-256', { any: hashOf('sha256', 'ada@example.com') }, ['email']],
		['by LinkedIn address', { profile: 'linkedin.com/in/ada-example/' }, ['profile']],
		['by all of them', { a: 'ada@example.com', b: 'linkedin.com/in/ada-example' }, ['email', 'hash', 'profile']],
		['in a cell that is a list', { all: ['linkedin.com/in/ada-example'] as never }, ['profile']],
		['in a field of an object', { fields: { 'Work Email': { value: 'ada@example.com' } } }, ['email', 'hash']],
		['by a slug in a field of an object', { LinkedIn: { value: [{ text: 'ada-example' }] } }, ['profile']],
		['by the name of a field', { 'ada@example.com': true }, ['email', 'hash']],
		['behind a label', { note: 'LinkedIn:https://www.linkedin.com/in/ada-example' }, ['profile']],
		['by an address in wide letters', { profile: 'ｌｉｎｋｅｄｉｎ.com\\in\\ada-example' }, ['profile']],
		['by an email in wide letters', { mail: 'ａｄａ＠example.com' }, ['email', 'hash']],
		['by an address for the app', { profile: 'linkedin://in/ada-example' }, ['profile']],
		...['mailto:', 'SMTP:', 'Work: ', '*', '•', '→', 'bob@example.net/', 'bob@example.net、', '1) '].map(
			(before): [string, IDataObject, Array<keyof typeof ada>] => [
				`behind ${before}`,
				{ mail: `${before}ada@example.com` },
				['email', 'hash'],
			],
		),
		['with an invisible sign', { mail: 'ada@example\u200c.com' }, ['email', 'hash']],
		['by an encoded address', { profile: 'https%3A%2F%2Fwww.linkedin.com%2Fin%2Fada-example' }, ['profile']],
		['behind another', { profile: 'linkedin.com/in/bob/→https://linkedin.com/in/ada-example' }, ['profile']],
		['by a starred address', { profile: '*linkedin.com/in/ada-example*' }, ['profile']],
		['among thousands in one cell', { all: `${'x@example.net '.repeat(9_000)}ada@example.com` }, ['email', 'hash']],
		['by its keys', { enriched_person_key: `linkedin:ada-example hem:${ADA_HASH}` }, ['email', 'hash', 'profile']],
		['by a tag and another case', { mail: 'ADA+news@example.com' }, ['email', 'hash']],
		...['linkedin', 'profile_url', 'li_profile', 'Profile', 'slug', 'vanityName', 'username', 'public_id'].map(
			(column): [string, IDataObject, Array<keyof typeof ada>] => [
				`by a slug in ${column}`,
				{ [column]: 'Ada-Example' },
				['profile'],
			],
		),
	])('%s', async (_how, cells, named) => {
		const { suppression, entries, nameless, problem } = await listOf([cells]);
		const found = (Object.keys(ada) as Array<keyof typeof ada>).filter((kind) => suppression.has(ada[kind]));
		expect(found).toEqual(named);
		expect({ entries, nameless, problem }).toEqual({ entries: 1, nameless: 0, problem: undefined });
		expect(BEA.some(suppression.isIn)).toBe(false);
	});

	it.each<[string, string, boolean]>([
		['adaexample@gmail.com', 'Ada.Example@GoogleMail.com', true],
		['a.d.a.example+crm@googlemail.com', 'adaexample@gmail.com', true],
		['adaexample@gmail.com', 'ada+news@gmail.com', false],
		['ada@example.com', 'ada+news@example.com', true],
		['ada+news@example.com', 'ada@example.com', true],
		['ada.example@example.com', 'adaexample@example.com', false],
		['+ada@example.com', '+bea@example.com', false],
		['adaexample@gmail.com', md5OfEmail('adaexample@gmail.com'), true],
		['ada.example+x@gmail.com', md5OfEmail('adaexample@gmail.com'), true],
		[md5OfEmail('adaexample@gmail.com'), 'Ada.Example@gmail.com', true],
		['ada@bücher.test', 'ada@xn--bcher-kva.test', true],
	])('%s for %s: %s', async (entry, email, isListed) => {
		expect((await suppressionOf({ entry })).isIn({ email })).toBe(isListed);
	});

	it('by an id that LinkedIn issues, whose case counts', async () => {
		for (const cell of ['linkedin:ACoAAB1cDeF', 'https://www.linkedin.com/in/ACoAAB1cDeF']) {
			const { has } = await suppressionOf({ cell });
			const ids = ['ACoAAB1cDeF', 'ACoAAB1cDef'].map((id) => lookupFor(businessProfile, `in/${id}`).identifier);
			expect(ids.map(has)).toEqual([true, false]);
		}
	});

	it.each([
		'null@example.com',
		'bounces+ada=example.com@example.org',
		'（no-reply@example.com）',
		'ada@example.com/',
	])('also if it is the address of nobody, or stands between odd signs: %s', async (mail) => {
		const [address] = /[\w.+=-]+@[\w.-]+/.exec(mail) ?? [];
		expect((await suppressionOf({ mail })).isIn(address)).toBe(true);
	});

	it('in any spelling of the address, and nobody else', async () => {
		const local = fc.stringMatching(/^[a-z][a-z0-9]{2,8}$/);
		const spelled = fc.tuple(local, fc.array(fc.constantFrom('.', '+x', 'UPPER', ' ', '<>'), { maxLength: 4 }));
		await fc.assert(
			fc.asyncProperty(fc.array(local, { minLength: 1, maxLength: 5 }), spelled, async (listed, [name, odds]) => {
				const suppression = await suppressionOf(...listed.map((one) => ({ any: `${one}@gmail.com` })));
				let [before, tag] = [name, ''];
				for (const odd of odds) {
					if (odd === '.') before = `${before.slice(0, 1)}.${before.slice(1)}`.replace('..', '.');
					if (odd === '+x') tag = '+x';
					if (odd === 'UPPER') before = before.toUpperCase();
				}
				const address = `${before}${tag}@gmail.com`;
				const cell = odds.includes('<>') ? `Ada <${address}>` : address;
				expect(suppression.isIn([{ to: odds.includes(' ') ? ` ${cell}\n` : cell }])).toBe(
					listed.includes(name),
				);
			}),
		);
	});
});

describe('a whole domain', () => {
	it.each<[entry: string, value: IDataObject, isListed: boolean]>([
		['@corp.test', { email: 'ada@corp.test' }, true],
		[' @Corp.test ', { email: 'ada@mail.corp.test' }, true],
		['*@corp.test', { companyDomain: 'https://www.corp.test/about' }, true],
		['@corp.test', { company_website: 'corp.test' }, true],
		['@corp.test', { email: 'ada@other-corp.test' }, false],
		['@corp.test', { title: 'corp.test' }, false],
		['corp.test', { email: 'ada@corp.test' }, false],
		['ask @corp.test', { email: 'ada@corp.test' }, false],
		['@gmail.com', { email: 'ada@gmail.com' }, false],
	])('%s lists %j: %j', async (entry, value, isListed) => {
		expect((await suppressionOf({ entry }, { other: 'x@example.com' })).isIn(value)).toBe(isListed);
	});
});

it.each<[string, unknown, boolean]>([
	['a LinkedIn address', { company: { ceo: 'https://linkedin.com/in/ADA-example' } }, true],
	['an email in a list', ['x@example.net, ada@example.com'], true],
	['an MD5', { md5_array: [ADA_HASH] }, true],
	['a SHA-256', { sha256_personal_emails: hashOf('sha256', 'ada@example.com') }, true],
	['the SHA-256 of another email', { sha256: hashOf('sha256', 'bea@example.com') }, false],
	['the name of a field', { 'ada@example.com': { status: 'ok' } }, true],
	['a slug with a sign, in its field', { linkedin_slug: ['o’brien-x'] }, true],
	['its address', { url: 'linkedin.com/in/o%E2%80%99brien-x' }, true],
	...['profile', 'profile_url', 'li_profile', 'handle', 'public_identifier'].map(
		(name): [string, unknown, boolean] => [`a slug in ${name}`, { results: [{ [name]: 'ada-example' }] }, true],
	),
	['a slug that is never sent', 'https://www.linkedin.com/in/lead-12', true],
	['the same word in another field', { title: 'ada-example' }, false],
	['a name, and other people', { full_name: 'Ada Example', email: 'bea@example.net', count: 5, none: null }, false],
	['more possible names than are read', { bio: 'x@example.net '.repeat(6_000) }, true],
	['a text of a megabyte without a name', { bio: 'word '.repeat(200_000) }, false],
])('an answer names a listed person: %s', async (_what, results, isIn) => {
	const entry = { mail: 'ada@example.com', slug: 'o’brien-x', all: 'in/ada-example in/lead-12' };
	expect((await suppressionOf(entry)).isIn(results)).toBe(isIn);
});

it('an answer that is nested deeply is searched without an error', async () => {
	expect((await suppressionOf({ mail: 'ada@example.com' })).isIn(nested(100_000, 'ada@example.com'))).toBe(false);
});

it('a request body may name the person anywhere, also by a bare slug', async () => {
	const { has } = await suppressionOf(
		{ mail: 'ada@example.com', profile: 'in/ada-example' },
		{ domain: '@corp.test' },
	);
	const isListed = (value: object) => has({ kind: 'body', key: 'body', value: { ...value } });
	expect(
		[{ people: [{ email: 'ADA@example.com' }] }, { inputs: ['Ada-Example'] }, { domain: 'corp.test' }].map(
			isListed,
		),
	).toEqual([true, true, true]);
	expect(
		[{ people: [{ email: 'bea@example.com' }] }, { inputs: ['ada'] }, { domain: 'example.test' }].map(isListed),
	).toEqual([false, false, false]);
});

describe('the list fails closed', () => {
	const ENTRY = { mail: 'ada@example.com' };

	it('if it did not arrive', async () => {
		const arrival: Arrival = { is: 'missing', why: 'Nothing was sent, because "List" failed' };
		expect(await readSuppressionList(arrival, [], new VirtualClock())).toMatchObject({ problem: arrival.why });
	});

	it.each<[string, IDataObject[]]>([
		['a name', [{ name: 'Ada Example', suppressed: 'yes' }]],
		['a bare domain', [{ domain: 'corp.test' }, { domain: 'example.test' }]],
		['a mail service', [{ all: '@gmail.com' }]],
		['words for nothing', [{ email: 'n/a', profile: null, id: 5 }, {}]],
	])('if it has rows and none names anybody: %s', async (_what, entries) => {
		expect((await listOf(entries)).problem).toMatch(/^No row at the input Suppressed names a person\. Add /);
	});

	it('if its rows are those to look up, as a failed node passes them on', async () => {
		const rows = [ENTRY, { mail: 'bea@example.com' }];
		for (const [list, given] of [
			[rows, rows],
			[rows, rows.slice(0, 1)],
		])
			expect((await listOf(list, given)).problem).toMatch(/^The input Suppressed has the rows to look up/);
		for (const given of [
			[rows[0], { mail: 'eve@example.com' }],
			[...rows, { mail: 'eve@example.com' }],
			[{ ...ENTRY, id: 1 }],
		])
			expect((await listOf(rows, given)).problem).toBeUndefined();
	});

	it('not if it is empty', async () => {
		const { suppression, problem } = await listOf([]);
		expect([suppression.isEmpty, problem]).toEqual([true, undefined]);
	});
});

it('entries that name nobody are counted, and the others by their column', async () => {
	const { entries, nameless, columns } = await listOf([
		{ mail: 'ada@example.com', profile: 'linkedin.com/in/ada-example' },
		{ mail: 'bea@example.com and cem@example.com' },
		{ name: 'Eve Example', domain: 'corp.test' },
	]);
	expect([entries, nameless, [...columns]]).toEqual([
		3,
		1,
		[
			['mail', 2],
			['profile', 1],
		],
	]);
});

describe('a tool of an agent', () => {
	const read = async (caller: Job['caller'], suppressionList: unknown, isOn: boolean) => {
		const node = { parameters: { options: { suppressionList } } };
		const job = { host: {} as IExecuteFunctions, node, items: [], caller } as unknown as Job;
		return (await readList(job, { suppressionList: isOn }, new VirtualClock())).problem;
	};

	it('sends nothing if a workflow written as JSON has the option', async () => {
		for (const isOn of [true, false])
			expect(await read('agent', true, isOn)).toMatch(/^A tool of an agent cannot use Suppression List/);
		expect([await read('agent', false, false), await read('agent', undefined, false)]).toEqual([
			undefined,
			undefined,
		]);
	});
});
