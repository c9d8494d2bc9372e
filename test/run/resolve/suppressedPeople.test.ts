import { SOURCES } from '../../../nodes/IdentityResolution/actions/person/sources';
import type { PersonKind, Source } from '../../../nodes/IdentityResolution/api/person/sources';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { readIdentifier } from '../../../nodes/IdentityResolution/api/identifiers/readIdentifier';
import { readSuppressionList } from '../../../nodes/IdentityResolution/actions/read/suppressionList';
import type { AnswerCache } from '../../../nodes/IdentityResolution/run/answerStore';
import type { Lookup } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { SUPPRESSED, type Suppression } from '../../../nodes/IdentityResolution/run/suppression';
import { storeOf } from '../../support/api/resumeText';
import { hit, identifiersOf, MISS, resolveRow, type Service } from '../../support/run/resolving';

const sourceOf = (name: string) => SOURCES.find(({ tool }) => tool.name === name) as Source;
const BEST = sourceOf('linkedin_to_best_personal_email_usa');
const REVERSE = sourceOf('reverse_email_lookup');
const HEM = sourceOf('hem_to_business_profile');
const PROFILE = sourceOf('linkedin_to_business_profile');
const [best, reverse, hem, profile] = [BEST, REVERSE, HEM, PROFILE].map(({ tool }) => tool.name);
const sources = [BEST, REVERSE, HEM, PROFILE];

/** The list of the node with these addresses. */
const listed = (...addresses: string[]): Suppression =>
	readSuppressionList(
		addresses.map((address) => ({ json: { address, suppressed: true } })),
		'enriched_',
		storeOf(),
	).suppression;

const FULL: Service = (source, phone) => hit(source, source.gives, phone);

/** A hit with only these results. */
const found = (results: object): Outcome => ({
	is: 'found',
	answer: { found: true, results, metadata: {}, at: 0 },
	phone: 'as_requested',
});

describe('a row with a suppressed identifier', () => {
	it.each<[string, PersonKind[], string]>([
		['its LinkedIn profile', ['linkedin'], 'linkedin.com/in/ada-example'],
		['its LinkedIn profile, beside an email', ['linkedin', 'email'], 'linkedin.com/in/ada-example'],
		['its email', ['email'], 'ada@example.com'],
		['its email, beside a LinkedIn profile', ['linkedin', 'email'], 'ada@example.com'],
		['its email, by its MD5', ['email'], md5OfEmail('ada@example.com')],
		['its MD5', ['hem'], md5OfEmail('ada@example.com')],
		['its MD5, by the email', ['hem'], 'ada@example.com'],
	])('is skipped before any lookup: %s', (_which, kinds, address) => {
		const row = resolveRow(kinds, ['profile', 'personalEmail'], FULL, { sources, suppression: listed(address) });
		expect(row.outcome).toBe(SUPPRESSED);
		expect(row.lookups).toEqual([]);
	});

	it('is not answered from a cache either', () => {
		const suppression = listed('ada@example.com');
		const row = resolveRow(['email'], ['profile'], FULL, {
			sources,
			suppression,
			cache: () => hit(REVERSE, ['profile'], 'without'),
		});
		expect(row).toMatchObject({ outcome: SUPPRESSED, lookups: [] });
	});
});

it('a suppressed row without a wanted part is skipped as suppressed, not as complete', () => {
	const row = resolveRow(['linkedin'], ['linkedinProfile'], FULL, {
		sources,
		suppression: listed('in/ada-example'),
	});
	expect(row).toMatchObject({ outcome: SUPPRESSED, lookups: [] });
});

describe('a row whose answer names a suppressed person', () => {
	/** The reverse lookup returns these results; every other tool a full hit. */
	const revealing =
		(results: object): Service =>
		(source, phone) =>
			source === REVERSE ? found(results) : FULL(source, phone);

	it.each([
		['a LinkedIn profile', { linkedinurl: 'https://www.linkedin.com/in/other-example' }, 'in/other-example'],
		['a work email', { work_email_confirmed: 'Other@example.com' }, 'other@example.com'],
		['an email, by its MD5', { work_email_confirmed: 'other@example.com' }, md5OfEmail('other@example.com')],
		['the MD5 of a personal email', { personal_emails: [md5OfEmail('other@example.com')] }, 'other@example.com'],
		['a second personal email', { personal_emails: ['ada@example.net', 'other@example.com'] }, 'other@example.com'],
	])('is skipped before the next lookup: %s', (_what, results, address) => {
		const service = revealing({ linkedinurl: 'https://www.linkedin.com/in/ada-example', ...results });
		const resolved = (suppression?: Suppression) =>
			resolveRow(['email'], ['profile', 'mobilePhone'], service, { sources: [REVERSE, PROFILE], suppression });
		expect(resolved().lookups).toEqual([reverse, `${profile} with phone`]);
		expect(resolved(listed(address))).toMatchObject({ outcome: SUPPRESSED, lookups: [reverse] });
	});

	it('is skipped if the answer is the last one', () => {
		const suppression = listed('in/ada-example');
		const row = resolveRow(['email'], ['profile'], FULL, { sources, suppression });
		expect(row).toMatchObject({ outcome: SUPPRESSED, lookups: [reverse] });
	});
});

it.each<[PersonKind[], WantName[], Service]>([
	[['linkedin'], ['profile', 'personalEmail'], FULL],
	[['email'], ['workEmail', 'mobilePhone'], FULL],
	[['email'], ['profile', 'company'], () => MISS],
	[['linkedin', 'email'], ['linkedinProfile', 'workEmail'], (source, phone) => hit(source, [], phone)],
	[['hem'], ['company'], (source, phone) => (source === HEM ? MISS : FULL(source, phone))],
])('a suppression list changes nothing for other people: %j, %j', (kinds, wants, service) => {
	const suppression = listed('other@example.com', 'in/other-example', md5OfEmail('third@example.com'));
	const row = resolveRow(kinds, wants, service, { sources, suppression });
	expect(row).toEqual(resolveRow(kinds, wants, service, { sources }));
});

describe('a row with only an MD5', () => {
	const emailsIn = (...texts: string[]) =>
		texts.flatMap((text) => {
			const reading = readIdentifier('email', text);
			return reading.is === 'identifier' ? [reading.identifier] : [];
		});
	const emailsOf = () => emailsIn('ada@example.com');

	/** Answers for the row's email. */
	const cacheOf =
		(...answers: Array<[Source, Outcome]>): AnswerCache =>
		({ tool, identifier }) =>
			identifier.kind === 'email' ? answers.find(([source]) => source.tool === tool)?.[1] : undefined;

	/** The lookups that a run would send. */
	const sent = (steps: ReadonlyArray<{ lookup: Lookup }>, cache: AnswerCache) =>
		steps.map(({ lookup }) => lookup).filter((lookup) => cache(lookup) === undefined);

	it('uses the earlier answers about its email before any lookup', () => {
		const cache = cacheOf([REVERSE, hit(REVERSE, ['profile'], 'without')]);
		const row = resolveRow(['hem'], ['profile'], FULL, { sources, cache, emailsOf });
		expect(row).toMatchObject({ outcome: { is: 'found' }, lookups: [reverse] });
		expect(sent(row.steps, cache)).toEqual([]);
	});

	it('continues with the profile that an earlier answer reveals', () => {
		const cache = cacheOf([REVERSE, hit(REVERSE, ['profile'], 'without')]);
		const row = resolveRow(['hem'], ['profile', 'personalEmail'], FULL, { sources, cache, emailsOf });
		expect(row.lookups).toEqual([reverse, best]);
		expect(sent(row.steps, cache).map(({ key }) => key)).toEqual([`${best} linkedin:ada-example`]);
	});

	it.each<[string, AnswerCache]>([
		['without an answer', () => undefined],
		['after a miss', cacheOf([REVERSE, MISS])],
		['after a hit without the wanted data', cacheOf([REVERSE, found({ id: 'a hit' })])],
	])('never sends its email, %s', (_when, cache) => {
		for (const service of [FULL, () => MISS]) {
			const { steps } = resolveRow(['hem'], ['profile', 'workEmail', 'linkedinProfile'], service, {
				cache,
				emailsOf,
			});
			const keys = sent(steps, cache).map(({ identifier }) => identifier.key);
			expect(keys.filter((key) => key.startsWith('email:'))).toEqual([]);
			expect(keys.length).toBeGreaterThan(0);
		}
	});

	it('uses each earlier miss once, and then the tools for its MD5', () => {
		const emails = emailsIn('ada@example.com', 'ada@example.net');
		const cache = cacheOf([REVERSE, MISS]);
		const row = resolveRow(['hem'], ['profile'], (source, phone) => (source === HEM ? MISS : FULL(source, phone)), {
			sources,
			cache,
			emailsOf: () => emails,
		});
		expect(row.steps.map(({ lookup }) => lookup.key)).toEqual([
			`${reverse} email:ada@example.com`,
			`${reverse} email:ada@example.net`,
			`${hem} ${identifiersOf(['hem']).hem[0].key}`,
		]);
	});

	it('uses the earlier answers of every tool about its email', () => {
		const all = SOURCES.filter(({ needs }) => needs === 'email');
		const cache = cacheOf(...all.map((source): [Source, Outcome] => [source, MISS]));
		const { lookups } = resolveRow(['hem'], ['profile', 'linkedinProfile'], () => MISS, { cache, emailsOf });
		expect(lookups.slice(0, all.length).sort()).toEqual(all.map(({ tool }) => tool.name).sort());
		expect(new Set(lookups).size).toBe(lookups.length);
	});

	it('is skipped if the email is suppressed, though an earlier answer is about it', () => {
		const row = resolveRow(['hem'], ['profile'], FULL, {
			sources,
			suppression: listed('ada@example.com'),
			cache: cacheOf([REVERSE, hit(REVERSE, ['profile'], 'without')]),
			emailsOf,
		});
		expect(row).toMatchObject({ outcome: SUPPRESSED, lookups: [] });
	});
});

it('a row with an email does not use other emails with its MD5', () => {
	const emailsOf = jest.fn(() => []);
	const row = resolveRow(['email'], ['company'], FULL, { sources: [REVERSE, PROFILE], emailsOf });
	expect(row.lookups).toEqual([reverse]);
	expect(emailsOf).not.toHaveBeenCalled();
});
