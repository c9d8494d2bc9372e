import {
	isAnotherPerson,
	keysForColumn,
	keysOf,
	keysOfRow,
	otherProfile,
} from '../../../nodes/IdentityResolution/actions/read/previousColumns';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { businessProfile, hashedEmail, identify, reverseEmail } from '../../support/run/lookups';
import { DEFERRED, found, MISS, rowOf } from '../../support/run/settledRows';

const ADA = 'linkedin:ada-example';
const BOB = 'linkedin:bob-example';
const ADA_MD5 = 'hem:3e3417d7ef77d5932a6734b916515ed5';
const BOB_MD5 = 'hem:4b9bb80620f03eb3719e0a061c14283d';
const OPAQUE = 'ACoAABcDeFgHiJkLmNoPqRsTuVwXyZ0123456';

const columns = (cells: Record<string, unknown>) => (column: string) => cells[column];

it('keysOf returns the key of a profile and the MD5 of an email, each once, and none for a request body', () => {
	const emails = [identify(reverseEmail, 'Ada@Example.com'), identify(hashedEmail, 'ada@example.com')];
	expect(keysOf([identify(businessProfile, 'ada-example'), ...emails, readBody({ id: 1 })])).toEqual([ADA, ADA_MD5]);
});

const rowWith = (kind: 'name' | 'ip' | 'search' | 'linkedin', key: string, value: JsonObject = {}) =>
	({
		outcome: { is: 'planned', why: '' },
		steps: [{ lookup: { identifier: { kind, key, value } }, outcome: MISS }],
	}) as unknown as SettledRow;

describe('keysOfRow', () => {
	it('returns the identifiers of the row and of its lookups, each once, and none for a search', () => {
		const { outcome, steps } = rowOf(businessProfile, 'ada-example', DEFERRED);
		expect(keysOfRow({ outcome: { ...outcome, person: [ADA_MD5, ADA] }, steps })).toEqual([ADA_MD5, ADA]);
		expect(keysOfRow({ outcome, steps })).toEqual([ADA]);
		expect(keysOfRow(rowWith('search', 'search:x'))).toEqual([]);
	});

	it('returns a key of an IP address without its data', () => {
		const [key] = keysOfRow(rowWith('ip', 'ip:192.0.2.1'));
		expect(key).toMatch(/^ip:[0-9a-f]{32}$/);
		const isAnother = (ip: string) => isAnotherPerson(keysOfRow(rowWith('ip', ip)), columns({ person_key: key }));
		expect([isAnother('ip:192.0.2.1'), isAnother('ip:192.0.2.2')]).toEqual([false, true]);
	});

	const ADA_AT = { name: 'Ada Example', company: 'Example Org' };
	const IN_FULL = { ...ADA_AT, company_domain: 'example.org' };
	it.each<[boolean, string, JsonObject, JsonObject?]>([
		[false, 'another spelling', { name: 'ada example', company: 'EXAMPLE ORG' }],
		[false, 'the name in two columns', { first_name: 'Ada', last_name: 'Example', company: 'Example Org' }],
		[false, 'one more column', IN_FULL],
		[false, 'one column less', ADA_AT, IN_FULL],
		[true, 'another name', { ...ADA_AT, name: 'Bob Example' }],
		[true, 'another company', { ...ADA_AT, company: 'Example Works' }],
		[true, 'another domain', { ...ADA_AT, company_domain: 'example.com' }, IN_FULL],
		[true, 'another company at the same domain', { ...IN_FULL, company: 'Example Works' }, IN_FULL],
		[true, 'a domain instead of the company', { name: 'Ada Example', company_domain: 'example.org' }],
	])(
		'of a name and a company without their data; that it is another person is %s with %s',
		(is, _what, now, was = ADA_AT) => {
			const keys = (value: JsonObject) => keysOfRow(rowWith('name', JSON.stringify(value), value));
			expect(keys(ADA_AT)).toEqual([expect.stringMatching(/^name:[0-9a-f]{32}$/)]);
			expect(isAnotherPerson(keys(now), columns({ person_key: keys(was).join(' ') }))).toBe(is);
		},
	);
});

describe('keysForColumn', () => {
	const ofAda = (person_key: string) => keysForColumn(rowWith('linkedin', ADA), columns({ person_key }));
	const taken = (earlier: string) => ofAda(earlier).at(-1)!;
	it('returns the keys of the row, and short hashes of earlier ones of other kinds', () => {
		expect(ofAda(ADA_MD5)).toEqual([ADA, expect.stringMatching(/^~hem:[\w-]{6}$/)]);
		expect(ofAda(`${ADA} ${taken(ADA_MD5)}`)).toEqual([ADA, taken(ADA_MD5)]);
		expect(ofAda(`linkedin:${OPAQUE}`)).toEqual([ADA, expect.stringMatching(/^~id:/)]);
	});

	it('returns a hash of a renamed profile, which its answer writes into the column that the next run reads', () => {
		const row = rowOf(businessProfile, 'ada-example', found({ linkedin_url: 'linkedin.com/in/ada-renamed' }));
		const person_key = keysForColumn(row, columns({})).join(' ');
		expect(person_key).toMatch(/^linkedin:ada-example ~linkedin:[\w-]{6}$/);
		const isAnother = (key: string) => isAnotherPerson([key], columns({ person_key }));
		expect([ADA, 'linkedin:ada-renamed', BOB].map(isAnother)).toEqual([false, false, true]);
	});

	it.each([
		['of another person', `${BOB} ${ADA_MD5}`],
		['that no run wrote', `x:1 ~hem:short ~linkedin:${'a'.repeat(99)} hem`],
		['behind more keys than a row has', `${'ip:1 '.repeat(16)}${ADA_MD5}`.replace(/^ip:1/, ADA)],
	])('takes over none %s', (_which, earlier) => {
		expect(ofAda(earlier).filter((key) => !key.startsWith('~ip'))).toEqual([ADA]);
	});

	it.each([
		[true, BOB_MD5, `${ADA} ${taken(ADA_MD5)}`, 'ada@example.com'],
		[false, ADA_MD5, `${ADA} ${taken(BOB_MD5)}`, 'ada@example.com'],
		[true, ADA_MD5, BOB_MD5, 'ada@example.com'],
	])('tells whether a later run reads another person: %s', (is, email, person_key, work_email) => {
		expect(isAnotherPerson([email], columns({ person_key, work_email }))).toBe(is);
	});
});

it.each<[boolean, string, string[], Record<string, unknown>]>([
	[true, 'the profile has changed', [BOB], { person_key: ADA }],
	[true, 'the email has changed', [BOB_MD5], { person_key: `${ADA} ${ADA_MD5}` }],
	[true, 'profile and email have changed', [BOB, BOB_MD5], { person_key: `${ADA} ${ADA_MD5}` }],
	[false, 'nothing has changed', [ADA], { person_key: ADA }],
	[false, 'the profile is still the same', [ADA, BOB_MD5], { person_key: `${ADA} ${ADA_MD5}` }],
	[false, 'the row was known by another kind of identifier', [ADA], { person_key: BOB_MD5 }],
	[false, 'the profile is now an opaque id', [`linkedin:${OPAQUE}`], { person_key: ADA }],
	[false, 'the profile was an opaque id', [ADA], { person_key: `linkedin:${OPAQUE}` }],
	[false, 'the row was never answered', [ADA], {}],
	[false, 'the column is blank', [ADA], { person_key: ' ' }],
	[false, 'the row names no person', [], { person_key: ADA }],
	[false, 'a renamed profile was found', [ADA], { person_key: ADA, linkedin_url: 'in/ada-renamed' }],
])('isAnotherPerson is %s if %s', (is, _when, person, cells) => {
	expect(isAnotherPerson(person, columns(cells))).toBe(is);
});

describe('otherProfile', () => {
	/** A hit of a tool with this profile. The lookup was by email, or by profile if the tool accepts no email. */
	const returning = (tool: Tool, profile: string | null) =>
		rowOf(
			tool,
			'email' in tool.requestFields ? 'ada@example.com' : 'ada-example',
			found({ linkedinurl: profile, linkedin_url: profile }),
		).steps;
	const misses = rowOf(reverseEmail, 'ada@example.com', MISS).steps;
	const noteOn = (given: string | null, steps: Parameters<typeof otherProfile>[1]) =>
		otherProfile(given === null ? [] : keysOf([identify(businessProfile, given)]), steps);

	it('names the first tool that returned another profile than the row has', () => {
		const steps = [...misses, ...returning(hashedEmail, 'https://www.linkedin.com/in/bea-other')];
		expect(noteOn('ada-example', steps)).toBe(
			`${hashedEmail.name} returned another LinkedIn profile than the row has. Check that both are the same person`,
		);
		expect(noteOn('ada-example', returning(businessProfile, 'bob-example'))).toContain(businessProfile.name);
	});

	it.each<[string, string | null, string | null]>([
		['the row has no profile', null, 'bea-other'],
		['the profile has another spelling', 'https://uk.linkedin.com/in/ADA-example/', 'linkedin.com/in/ada-example'],
		['no profile is returned', 'ada-example', null],
		['the returned text is not a profile', 'ada-example', 'https://www.linkedin.com/company/example'],
		['the row has an opaque id, which cannot be compared', OPAQUE, 'bea-other'],
		['the tool returned an opaque id', 'ada-example', OPAQUE],
	])('is null if %s', (_when, given, profile) => {
		expect(noteOn(given, [...misses, ...returning(reverseEmail, profile)])).toBeNull();
	});
});
