import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { readKnown } from '../../../nodes/IdentityResolution/actions/read/earlierAnswers';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { VirtualClock } from '../../../dev/benchmark/rateLimits/virtualClock';
import { nested } from '../../support/api/nested';
import { paid } from '../../support/actions/paid';
import { forgedResume, resumeText, storeOf } from '../../support/api/resumeText';
import { businessProfile, hashedEmail, lookupFor, reverseEmail } from '../../support/run/lookups';

const list = async (...rows: IDataObject[]) => {
	const items = rows.map((json) => ({ json }));
	const { suppression, entries, nameless } = await readKnown(items, 'enriched_', storeOf(), new VirtualClock());
	return { ...suppression, entries, nameless };
};
const ADA_HASH = md5OfEmail('ada@example.com');
const ADA_TEXT = resumeText([paid(businessProfile, 'ada-example')]);
const ada = {
	email: lookupFor(reverseEmail, 'Ada@Example.com').identifier,
	hash: lookupFor(hashedEmail, ADA_HASH).identifier,
	profile: lookupFor(businessProfile, 'https://de.linkedin.com/in/Ada-Example?trk=x').identifier,
};

it.each([
	['person_key', 'linkedin:ACoAAB1cDeF'],
	['resume', resumeText([paid(businessProfile, 'in/ACoAAB1cDeF')])],
	['address', 'https://www.linkedin.com/in/ACoAAB1cDeF'],
])('an entry names a person by an id that LinkedIn issues, whose case counts, in a column %s', async (column, cell) => {
	const { has, nameless } = await list({ [column]: cell, suppressed: 'yes' });
	const [own, other] = ['ACoAAB1cDeF', 'ACoAAB1cDef'].map((id) => lookupFor(businessProfile, `in/${id}`).identifier);
	expect([has(own), has(other), nameless]).toEqual([true, false, 0]);
});

describe('an entry names a person', () => {
	it.each<[string, IDataObject, Array<keyof typeof ada>]>([
		['by email, also for a lookup by its MD5', { mail: ' ADA@example.com ' }, ['email', 'hash']],
		['by LinkedIn address', { profile: 'linkedin.com/in/ada-example/' }, ['profile']],
		['by all of them', { a: 'ada@example.com', b: 'linkedin.com/in/ada-example' }, ['email', 'hash', 'profile']],
		['in a cell that is a list', { all: ['linkedin.com/in/ada-example'] as never }, ['profile']],
		['in a cell that is an object', { all: { mail: { value: 'ada@example.com' } } }, ['email', 'hash']],
		['behind a label', { note: 'LinkedIn:https://www.linkedin.com/in/ada-example' }, ['profile']],
		['by an address in wide letters', { profile: 'ｌｉｎｋｅｄｉｎ.com\\in\\ada-example' }, ['profile']],
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
		[
			'by an address behind another',
			{ profile: 'linkedin.com/in/bob/→https://linkedin.com/in/ada-example' },
			['profile'],
		],
		['by a starred address', { profile: '*linkedin.com/in/ada-example*' }, ['profile']],
		['among thousands in one cell', { all: `${'x@example.net '.repeat(6_000)}ada@example.com` }, ['email', 'hash']],
		['in a list in one cell', { all: 'x@example.net; ada@example.com' }, ['email', 'hash']],
		['by its keys', { enriched_person_key: `linkedin:ada-example hem:${ADA_HASH}` }, ['email', 'hash', 'profile']],
		['by the identifiers of its known answers', { enriched_resume: ADA_TEXT }, ['profile']],
	])('%s', async (_how, cells, named) => {
		const suppressed = await list({ ...cells, suppressed: 'yes' });
		const found = (Object.keys(ada) as Array<keyof typeof ada>).filter((kind) => suppressed.has(ada[kind]));
		expect(found).toEqual(named);
		expect(suppressed).toMatchObject({ entries: 1, nameless: 0 });
	});

	it.each<[column: string, cell: unknown, isEntry: boolean]>([
		...[true, 'Yes', 1, '2026-09-01'].map((cell): [string, unknown, boolean] => ['suppressed', cell, true]),
		...[false, 'no', '', null, 0].map((cell): [string, unknown, boolean] => ['suppressed', cell, false]),
		['suppressed_at', '2026-09-01', true],
		['suppressed (yes/no)', 'no', false],
		...[
			...['crm_suppressed', 'Suppressed ', 'is suppressed', 'enriched_SUPPRESSED', 'Suppressed?', 'isSuppressed'],
			...['suppressed (yes/no)', 'Suppressed on', 'is_suppressed', 'suppressed at ?'],
			'suppressed - since (date) ',
		].map((column): [string, unknown, boolean] => [column, 'yes', true]),
		...['unsuppressed', 'suppressed_by', 'suppress', 'not suppressed', 'is_not_suppressed'].map(
			(column): [string, unknown, boolean] => [column, 'yes', false],
		),
	])('if the column %j is %j: %j', async (column, cell, isEntry) => {
		const suppressed = await list({ [column]: cell, mail: 'ada@example.com' } as IDataObject);
		expect(suppressed.has(ada.email)).toBe(isEntry);
		expect(suppressed).toMatchObject({ entries: isEntry ? 1 : 0, nameless: 0 });
	});
});

it('a request body is suppressed if it names the person anywhere', async () => {
	const suppressed = await list({ mail: 'ada@example.com', suppressed: 'yes' });
	const body = (value: object) => ({ kind: 'body' as const, key: 'body', value: { ...value } });
	expect(suppressed.has(body({ people: [{ email: 'ADA@example.com' }] }))).toBe(true);
	expect(suppressed.has(body({ people: [{ email: 'bea@example.com' }] }))).toBe(false);
});

it.each(['null@example.com', 'bounces+ada=example.com@example.org', '（no-reply@example.com）', 'ada@example.com/'])(
	'an entry names also an address of no person, and one between odd signs: %s',
	async (mail) => {
		const { has, nameless } = await list({ mail, suppressed: 'yes' });
		const [address] = /[\w.+=-]+@[\w.-]+/.exec(mail) ?? [];
		expect([has(lookupFor(reverseEmail, String(address)).identifier), nameless]).toEqual([true, 0]);
	},
);

it('a column with a long name takes no time', async () => {
	const name = `suppressed${' '.repeat(100_000)}`;
	const suppressed = await list(
		{ [`${name}x`]: 'yes', mail: 'x@example.net' },
		{ [name]: 1, mail: 'ada@example.com' },
	);
	expect([suppressed.entries, suppressed.has(ada.email)]).toEqual([1, true]);
});

it('columns that may mark people, but are not read, are named', async () => {
	const items = [{ json: { mail: 'ada@example.com', suppression: 'yes', suppressed: 'no' } }];
	expect((await readKnown(items, 'enriched_', storeOf(), new VirtualClock())).unread).toEqual(['suppression']);
});

it('entries without an identifier are counted', async () => {
	expect((await list({ name: 'Ada Example', suppressed: 'yes' }, { suppressed: true })).nameless).toBe(2);
});

it.each<[string, IDataObject]>([
	['in a column of another name', { note: ADA_TEXT }],
	['that is not authentic', { resume: forgedResume('[{"t":"any","k":"linkedin:ada-example"}]') }],
])('an entry ignores a resume text %s', async (_which, cells) => {
	const { has, nameless } = await list({ ...cells, suppressed: 'yes' });
	expect([has(ada.profile), nameless]).toEqual([false, 1]);
});

it.each<[string, unknown, boolean]>([
	['a LinkedIn address', { company: { ceo: 'https://linkedin.com/in/ADA-example' } }, true],
	['an email in a list', ['x@example.net, ada@example.com'], true],
	['an MD5', { md5_array: [ADA_HASH] }, true],
	['a SHA-256', { sha256_personal_emails: createHash('sha256').update('ada@example.com').digest('hex') }, true],
	['the SHA-256 of another email', { sha256: createHash('sha256').update('bea@example.com').digest('hex') }, false],
	['the name of a field', { 'ada@example.com': { status: 'ok' } }, true],
	['a slug with a sign, in its field', { linkedin_slug: ['o’brien-x'] }, true],
	['its address', { url: 'linkedin.com/in/o%E2%80%99brien-x' }, true],
	['a slug that is never sent', 'https://www.linkedin.com/in/lead-12', true],
	['the same word in another field', { title: 'ada-example' }, false],
	['a name, and other people', { full_name: 'Ada Example', email: 'bea@example.net', count: 5, none: null }, false],
])('results contain a suppressed person: %s', async (_what, results, isIn) => {
	const entry = { mail: 'ada@example.com', slug: 'o’brien-x', all: 'in/ada-example in/lead-12', suppressed: 'yes' };
	expect((await list(entry)).isIn(results)).toBe(isIn);
});

it('results that are nested deeply are searched without an error', async () => {
	expect((await list({ mail: 'ada@example.com', suppressed: 'yes' })).isIn(nested(100_000, 'ada@example.com'))).toBe(
		false,
	);
});
