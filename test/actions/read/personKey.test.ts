import {
	isAnotherPerson,
	keysForColumn,
	keysOf,
	keysOfRow,
	personKey,
} from '../../../nodes/IdentityResolution/actions/read/personKey';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { DEFERRED } from '../../support/run/settledRows';
import { businessProfile, hashedEmail, identify, lookupFor, reverseEmail } from '../../support/run/lookups';

const ADA = 'linkedin:ada-example';
const BOB = 'linkedin:bob-example';
const ADA_MD5 = 'hem:3e3417d7ef77d5932a6734b916515ed5';
const BOB_MD5 = 'hem:4b9bb80620f03eb3719e0a061c14283d';
const OPAQUE = 'linkedin:ACoAABcDeFgHiJkLmNoPqRsTuVwXyZ0123456';

const columns = (cells: Record<string, unknown>) => (column: string) => cells[column];

describe('keysOf', () => {
	it('returns the key of a profile and the MD5 of an email, plain or hashed', () => {
		expect(keysOf([identify(businessProfile, 'ada-example')])).toEqual([ADA]);
		expect(keysOf([identify(reverseEmail, 'Ada@Example.com'), identify(hashedEmail, 'ada@example.com')])).toEqual([
			ADA_MD5,
		]);
	});

	it('returns no key for a request body', () => {
		expect(keysOf([readBody({ id: 1 })])).toEqual([]);
	});
});

describe('keysOfRow', () => {
	it('returns the identifiers of the row and of its lookups, each once', () => {
		const step = { lookup: lookupFor(businessProfile, 'ada-example') };
		const row = { outcome: { is: 'planned', person: [ADA_MD5, ADA] }, steps: [step] } as unknown as SettledRow;
		expect(keysOfRow(row)).toEqual([ADA_MD5, ADA]);
		expect(keysOfRow({ ...row, outcome: { is: 'planned', why: '' } })).toEqual([ADA]);
	});
});

describe('personKey', () => {
	it('adds the keys of this run to those of earlier runs about the same person', () => {
		expect(personKey([ADA], columns({ person_key: ADA_MD5 }), true)).toBe(`${ADA_MD5} ${ADA}`);
		expect(personKey([ADA], columns({ person_key: `${ADA} ${ADA_MD5}` }), true)).toBe(`${ADA} ${ADA_MD5}`);
	});

	it('ignores extra spaces in the column', () => {
		expect(personKey([ADA], columns({ person_key: ` ${ADA_MD5}  ${ADA} ` }), true)).toBe(`${ADA_MD5} ${ADA}`);
	});

	it('replaces the keys of another person', () => {
		expect(personKey([BOB], columns({ person_key: `${ADA} ${ADA_MD5}` }), false)).toBe(BOB);
	});

	it('is null if the row has no identifier', () => {
		expect(personKey([], columns({ person_key: ADA }), true)).toBeNull();
	});
});

describe('keysForColumn', () => {
	const rowWith = (kind: 'name' | 'ip' | 'search' | 'linkedin', key: string) =>
		({
			outcome: { is: 'planned', why: '' },
			steps: [{ lookup: { identifier: { kind, key, value: {} } } }],
		}) as unknown as SettledRow;

	it('returns the identifiers of a person', () => {
		expect(keysForColumn(rowWith('linkedin', ADA))).toEqual([ADA]);
	});

	it.each(['name', 'ip'] as const)('returns one key per lookup by %s, without its data or blanks', (kind) => {
		const [one, same, other] = ['Ada Example', 'Ada Example', 'Bob Example'].map(
			(key) => keysForColumn(rowWith(kind, key))[0],
		);
		expect(one).toMatch(new RegExp(`^${kind}:[0-9a-f]{32}$`));
		expect([same === one, other === one]).toEqual([true, false]);
	});

	it('returns none for a search', () => {
		expect(keysForColumn(rowWith('search', 'search:x'))).toEqual([]);
	});

	it.each(['name', 'ip'] as const)('names another person if the %s has changed', (kind) => {
		const [key] = keysForColumn(rowWith(kind, 'Ada Example'));
		const isAnother = (given: string) =>
			isAnotherPerson(rowWith(kind, given), columns({ person_key: `${key} ${ADA_MD5}` }));
		expect([isAnother('Ada Example'), isAnother('Bob Example')]).toEqual([false, true]);
	});

	it('cannot compare a name with a profile', () => {
		const [key] = keysForColumn(rowWith('name', 'Ada Example'));
		expect(isAnotherPerson(rowWith('linkedin', BOB), columns({ person_key: key }))).toBe(false);
	});
});

describe('isAnotherPerson', () => {
	it.each<[boolean, string, string[], Record<string, unknown>]>([
		[true, 'the profile has changed', [BOB], { person_key: ADA }],
		[true, 'the email has changed', [BOB_MD5], { person_key: `${ADA} ${ADA_MD5}` }],
		[true, 'profile and email have changed', [BOB, BOB_MD5], { person_key: `${ADA} ${ADA_MD5}` }],
		[false, 'nothing has changed', [ADA], { person_key: ADA }],
		[false, 'the profile is still the same', [ADA, BOB_MD5], { person_key: `${ADA} ${ADA_MD5}` }],
		[false, 'the row was known by another kind of identifier', [ADA], { person_key: BOB_MD5 }],
		[false, 'the profile is now an opaque id', [OPAQUE], { person_key: ADA }],
		[false, 'the profile was an opaque id', [ADA], { person_key: OPAQUE }],
		[false, 'the row was never answered', [ADA], {}],
		[false, 'the column is blank', [ADA], { person_key: ' ' }],
		[false, 'the row names nobody', [], { person_key: ADA }],
		[false, 'there is no key, and a renamed profile was found', [ADA], { linkedin_url: 'in/ada-renamed' }],
		[
			false,
			'a renamed profile was found under the key',
			[ADA],
			{ person_key: ADA, linkedin_url: 'in/ada-renamed' },
		],
	])('is %s if %s', (is, _when, keys, cells) => {
		const row: SettledRow = { outcome: { ...DEFERRED, person: keys }, steps: [] };
		expect(isAnotherPerson(row, columns(cells))).toBe(is);
	});
});
