import type { IDataObject } from 'n8n-workflow';
import { readSuppressionList } from '../../../nodes/IdentityResolution/actions/known/suppressionList';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { resumeText } from '../../support/resumeText';
import { businessProfile, hashedEmail, lookupFor, reverseEmail } from '../../support/lookups';

const list = (...rows: IDataObject[]) => {
	const { suppression, entries, nameless } = readSuppressionList(
		rows.map((json) => ({ json })),
		'enriched_',
	);
	return { ...suppression, entries, nameless };
};
const ADA_HASH = md5OfEmail('ada@example.com');
const ada = {
	email: lookupFor(reverseEmail, 'Ada@Example.com').identifier,
	hash: lookupFor(hashedEmail, ADA_HASH).identifier,
	profile: lookupFor(businessProfile, 'https://de.linkedin.com/in/Ada-Example?trk=x').identifier,
};

it.each([
	['person_key', 'linkedin:ACoAAB1cDeF'],
	[
		'a resume text',
		resumeText([{ tool: 'any', key: 'linkedin:ACoAAB1cDeF', phone: 'without', at: null, results: null }]),
	],
	['an address', 'https://www.linkedin.com/in/ACoAAB1cDeF'],
])('an entry names a person by an id that LinkedIn issues, whose case counts, in %s', (_where, cell) => {
	const { has, nameless } = list({ cell, suppressed: 'yes' });
	const [own, other] = ['ACoAAB1cDeF', 'ACoAAB1cDef'].map((id) => lookupFor(businessProfile, `in/${id}`).identifier);
	expect([has(own), has(other), nameless]).toEqual([true, false, 0]);
});

describe('an entry names a person', () => {
	it.each<[string, IDataObject, Array<keyof typeof ada>]>([
		['by e-mail, also for a lookup by its MD5', { mail: ' ADA@example.com ' }, ['email', 'hash']],
		['by MD5, also for a lookup by the e-mail', { md5: ADA_HASH.toUpperCase() }, ['email', 'hash']],
		['by LinkedIn address', { profile: 'linkedin.com/in/ada-example/' }, ['profile']],
		['by all of them', { a: 'ada@example.com', b: 'linkedin.com/in/ada-example' }, ['email', 'hash', 'profile']],
		['in a list in one cell', { all: 'x@example.net; ada@example.com' }, ['email', 'hash']],
		['by its keys', { enriched_person_key: `linkedin:ada-example hem:${ADA_HASH}` }, ['email', 'hash', 'profile']],
		[
			'by the identifiers of its known answers',
			{
				enriched_resume: resumeText([
					{ tool: 'any', key: 'linkedin:ada-example', phone: 'without', at: null, results: null },
				]),
			},
			['profile'],
		],
	])('%s', (_how, cells, named) => {
		const suppressed = list({ ...cells, suppressed: 'yes' });
		const found = (Object.keys(ada) as Array<keyof typeof ada>).filter((kind) => suppressed.has(ada[kind]));
		expect(found).toEqual(named);
		expect(suppressed).toMatchObject({ entries: 1, nameless: 0 });
	});

	it.each([true, 'yes', 'Yes', 1, '2026-09-01', 'asked by phone'])('if suppressed is %p', (suppressed) => {
		expect(list({ suppressed, mail: 'ada@example.com' }).has(ada.email)).toBe(true);
		expect(list({ enriched_suppressed: suppressed, mail: 'ada@example.com' }).has(ada.email)).toBe(true);
	});

	it.each([false, 'no', '', null, 0])('but not if suppressed is %p', (suppressed) => {
		expect(list({ suppressed, mail: 'ada@example.com' })).toMatchObject({ entries: 0, nameless: 0 });
	});
});

it('a request body is suppressed if it names the person anywhere', () => {
	const suppressed = list({ mail: 'ada@example.com', suppressed: 'yes' });
	const body = (value: object) => ({ kind: 'body' as const, key: 'body', value: { ...value } });
	expect(suppressed.has(body({ people: [{ email: 'ADA@example.com' }] }))).toBe(true);
	expect(suppressed.has(body({ people: [{ email: 'bea@example.com' }] }))).toBe(false);
});

it('entries that name nobody are counted', () => {
	expect(list({ name: 'Ada Example', suppressed: 'yes' }, { suppressed: true }).nameless).toBe(2);
});
