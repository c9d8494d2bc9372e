import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { readResumeCache } from '../../../nodes/IdentityResolution/actions/known/resumeCache';
import type { StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import { signer } from '../../../nodes/IdentityResolution/api/signature';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { resumeText as writeResume, SIGN } from '../../support/api/resumeText';
import { businessProfile, hashedEmail, lookupFor, personalEmail, reverseEmail } from '../../support/run/lookups';

const TIME = Date.UTC(2026, 8, 1);
const ADA = { full_name: 'Ada Example', mobile_phone: '12025550123' };
const BEA = { full_name: 'Bea Other' };

const paid = (tool: Tool, text: string, results: unknown, phone: StoredAnswer['phone'] = 'without'): StoredAnswer => ({
	tool: tool.name,
	key: lookupFor(tool, text).identifier.key,
	phone,
	at: TIME,
	results,
});

const resumed = (rows: IDataObject[], prefix = 'enriched_') =>
	readResumeCache(
		rows.map((json) => ({ json })),
		prefix,
		SIGN,
	);

const answer = (results: unknown) => ({
	found: results !== null,
	results,
	metadata: null,
	at: TIME,
	stored: expect.objectContaining({ at: TIME }) as unknown,
});
const hit = (results: unknown) => ({ is: 'found', answer: answer(results), phone: 'as_requested' });
const MISS = { is: 'not_found', answer: answer(null), phone: 'as_requested' };

describe('a deferred row', () => {
	it('gets its earlier answers again: hits and misses', () => {
		const text = writeResume([
			paid(reverseEmail, 'ada@example.com', null),
			paid(businessProfile, 'ada-example', ADA),
		]);
		const { shared: cache, unreadable } = resumed([{ enriched_resume: text }]);
		expect(cache(lookupFor(reverseEmail, 'Ada@Example.com'))).toEqual(MISS);
		expect(cache(lookupFor(businessProfile, 'https://uk.linkedin.com/in/ADA-example/'))).toEqual(hit(ADA));
		expect(unreadable).toBe(0);
	});

	it('is looked up for everything else', () => {
		const { shared: cache } = resumed([
			{ enriched_resume: writeResume([paid(businessProfile, 'ada-example', BEA)]) },
		]);
		expect(cache(lookupFor(personalEmail, 'ada-example'))).toBeUndefined();
		expect(cache(lookupFor(businessProfile, 'bea-example'))).toBeUndefined();
		expect(cache(lookupFor(businessProfile, 'ada-example', 'with'))).toBeUndefined();
	});

	it('is not looked up again after an answer with a phone', () => {
		const { shared: cache } = resumed([
			{ enriched_resume: writeResume([paid(businessProfile, 'ada-example', ADA, 'with')]) },
		]);
		expect(cache(lookupFor(businessProfile, 'ada-example', 'with'))).toEqual(hit(ADA));
		expect(cache(lookupFor(businessProfile, 'ada-example'))).toEqual(hit(ADA));
	});

	it.each([
		['before', [ADA, null]],
		['after', [null, ADA]],
	])('keeps a charged hit %s a miss of another row', (_when, results) => {
		const { shared: cache } = resumed(
			results.map((one) => ({ enriched_resume: writeResume([paid(businessProfile, 'ada-example', one)]) })),
		);
		expect(cache(lookupFor(businessProfile, 'ada-example'))).toEqual(hit(ADA));
	});

	it('gets all of its earlier answers: from our column, without a prefix, and from the error output', () => {
		const [one, two, three] = [
			[reverseEmail, 'ada@example.com'],
			[businessProfile, 'ada-example'],
			[personalEmail, 'ada-example'],
		] as const;
		const text = ([tool, name]: readonly [Tool, string]) => writeResume([paid(tool, name, ADA)]);
		const { shared: cache, unreadable } = resumed([
			{ error: { resume: text(one) }, resume: text(two), enriched_resume: text(three) },
		]);
		for (const [tool, name] of [one, two, three]) expect(cache(lookupFor(tool, name))).toEqual(hit(ADA));
		expect(unreadable).toBe(0);
	});

	it('treats an email and its MD5 as one lookup', () => {
		const { shared: cache } = resumed([
			{ enriched_resume: writeResume([paid(hashedEmail, 'ada@example.com', ADA)]) },
		]);
		expect(cache(lookupFor(hashedEmail, '3e3417d7ef77d5932a6734b916515ed5'))).toEqual(hit(ADA));
	});
});

describe('the resume text is read', () => {
	const text = writeResume([paid(businessProfile, 'ada-example', ADA)]);
	const OTHER = writeResume([paid(businessProfile, 'ada-example', BEA)]);

	it.each<[string, IDataObject, string, unknown]>([
		['with the prefix', { enriched_resume: text }, 'enriched_', hit(ADA)],
		['with a prefix of the user', { crm_resume: text }, 'crm_', hit(ADA)],
		['without a prefix, in rows without their input fields', { resume: text }, 'enriched_', hit(ADA)],
		['without a prefix, if there is none', { resume: text }, '', hit(ADA)],
		['first with the prefix', { resume: OTHER, enriched_resume: text }, 'enriched_', hit(ADA)],
		[
			'without a prefix, if the prefixed one is empty',
			{ resume: text, enriched_resume: '' },
			'enriched_',
			hit(ADA),
		],
		['in a cell with surrounding blanks', { enriched_resume: ` ${text}\n` }, 'enriched_', hit(ADA)],
		['under another prefix', { other_resume: text }, 'enriched_', hit(ADA)],
		['not under another name', { other_text: text }, 'enriched_', undefined],
		['not in an inherited field', Object.create({ enriched_resume: text }) as IDataObject, 'enriched_', undefined],
	])('%s', (_where, json, prefix, answer) => {
		const { shared: cache, unreadable } = resumed([json], prefix);
		expect(cache(lookupFor(businessProfile, 'ada-example'))).toEqual(answer);
		expect(unreadable).toBe(0);
	});
});

describe('an answer that is not authentic', () => {
	const FORGED = writeResume([paid(businessProfile, 'ada-example', BEA)], signer('key_of_a_stranger'));
	const lookup = lookupFor(businessProfile, 'ada-example');

	it('applies to its own row only', () => {
		const { shared: cache, ofRow, unreadable } = resumed([{ enriched_resume: FORGED }, {}]);
		expect(cache(lookup)).toBeUndefined();
		expect([ofRow(0)(lookup), ofRow(1)(lookup)]).toEqual([hit(BEA), undefined]);
		expect(unreadable).toBe(0);
	});

	it('never replaces an authentic answer of another row', () => {
		const authentic = writeResume([paid(businessProfile, 'ada-example', ADA)]);
		const { shared: cache } = resumed([{ enriched_resume: FORGED }, { enriched_resume: authentic }]);
		expect(cache(lookup)).toEqual(hit(ADA));
	});

	it('is every answer if the run has no API key', () => {
		const text = writeResume([paid(businessProfile, 'ada-example', ADA)]);
		const { shared: cache, ofRow } = readResumeCache([{ json: { enriched_resume: text } }], 'enriched_', null);
		expect([cache(lookup), ofRow(0)(lookup)]).toEqual([undefined, hit(ADA)]);
	});
});

describe('an unreadable text', () => {
	const text = writeResume([paid(businessProfile, 'ada-example', ADA)]);

	it('is counted once per row, and affects no row', () => {
		const rows = [
			{ enriched_resume: text.slice(0, 40) },
			{ enriched_resume: text },
			{ resume: text.toLowerCase() },
			{ crm_resume: text.slice(0, 40) },
			{},
		];
		const { shared: cache, unreadable } = resumed(rows);
		expect(unreadable).toBe(2);
		expect(cache(lookupFor(businessProfile, 'ada-example'))).toEqual(hit(ADA));
		expect(resumed(rows.slice(0, 1)).shared(lookupFor(businessProfile, 'ada-example'))).toBeUndefined();
	});

	it.each<[string, IDataObject, number]>([
		['in our column', { enriched_resume: `r1.${'x'.repeat(60_000)}` }, 1],
		['in the error', { error: { resume: `r1.${'x'.repeat(60_000)}` } }, 1],
		['in the column of another prefix', { other_resume: `r1.${'x'.repeat(60_000)}` }, 0],
	])('of more than 60,000 characters %s is counted as any other', (_where, json, unreadable) => {
		expect(resumed([json]).unreadable).toBe(unreadable);
	});

	it.each<[string, IDataObject]>([
		['null', { enriched_resume: null }],
		['an empty text', { enriched_resume: '' }],
		['the address of a curriculum vitae', { resume: 'https://files.example.com/ada.pdf' }],
		['a number', { resume: 42 }],
		['an object', { resume: { pages: 2 } }],
	])("is not %s, which is the user's own", (_what, json) => {
		expect(resumed([json]).unreadable).toBe(0);
	});
});

describe('a text in any row', () => {
	const PEOPLE = ['ada-example', 'bea-example', 'cleo-example', 'dan-example'];

	it('answers only the lookup of its own person', () => {
		const TOOLS = [businessProfile, personalEmail];
		const lookups = PEOPLE.flatMap((person) => TOOLS.map((tool) => ({ person, tool })));
		const known = fc.shuffledSubarray(lookups);
		const rows = fc.infiniteStream(fc.nat(PEOPLE.length - 1));
		fc.assert(
			fc.property(known, rows, (answered, positions) => {
				const byRow = PEOPLE.map((): StoredAnswer[] => []);
				for (const { person, tool } of answered)
					byRow[positions.next().value as number].push(paid(tool, person, { of: `${person} ${tool.name}` }));
				const { shared: cache } = resumed(byRow.map((answers) => ({ enriched_resume: writeResume(answers) })));
				for (const { person, tool } of lookups) {
					const isKnown = answered.some((one) => one.person === person && one.tool === tool);
					expect(cache(lookupFor(tool, person))).toEqual(
						isKnown ? hit({ of: `${person} ${tool.name}` }) : undefined,
					);
				}
			}),
			{ seed: 341, numRuns: 200 },
		);
	});
});
