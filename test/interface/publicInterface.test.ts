import { version } from '../../package.json';
import { answersIn, isAuthentic } from '../../nodes/IdentityResolution/api/resume';
import { KEPT_ANSWERS, keptSign, publicInterface, RESUME } from './publicInterface';
import { compare, readChanges, readReleased, writeReleased } from './released';

let released: readonly string[] = [];

beforeAll(async () => {
	// Part of a release: npm run interface.
	if (process.env.RELEASE_INTERFACE === 'yes') writeReleased({ version, facts: await publicInterface() });
	released = readReleased().facts;
});

it('the public interface is that of the last release, except for listed changes', async () => {
	expect(compare(released, await publicInterface(), readChanges())).toEqual({ unlisted: [], stale: [] });
});

it('each listed change has a reason', () => {
	for (const { reason, ...changed } of readChanges()) {
		expect(reason.length).toBeGreaterThan(10);
		expect(Object.keys(changed)).toHaveLength(1);
	}
});

it('each fact is different', () => {
	expect(new Set(released).size).toBe(released.length);
});

it('the resume texts of the last release are authentic, and read', async () => {
	const [text] = released.filter((fact) => fact.startsWith(RESUME)).map((fact) => fact.slice(RESUME.length));
	expect(isAuthentic(text, await keptSign())).toBe(true);
	expect(answersIn(text)).toEqual(KEPT_ANSWERS);
});

describe('compare', () => {
	const RELEASED = ['a/one: x = 1', 'a/two: x = 1', 'status found'];

	it.each<[string, string[], Parameters<typeof compare>[2], ReturnType<typeof compare>]>([
		['nothing for the same facts in another order', [...RELEASED].reverse(), [], { unlisted: [], stale: [] }],
		[
			'a fact that is gone, and one that is new',
			['a/one: x = 2', ...RELEASED.slice(1)],
			[],
			{ unlisted: ['gone: a/one: x = 1', 'new: a/one: x = 2'], stale: [] },
		],
		[
			'no fact that is listed, with * for any text',
			['status found'],
			[{ gone: 'a/*: x = 1', reason: 'No workflow used it' }],
			{ unlisted: [], stale: [] },
		],
		[
			'a fact whose opposite is listed',
			['status found'],
			[{ new: 'a/*: x = 1', reason: 'No workflow used it' }],
			{
				unlisted: ['gone: a/one: x = 1', 'gone: a/two: x = 1'],
				stale: [{ new: 'a/*: x = 1', reason: 'No workflow used it' }],
			},
		],
		[
			'a listed change that does not exist',
			RELEASED,
			[{ gone: 'status found', reason: 'A typo' }],
			{ unlisted: [], stale: [{ gone: 'status found', reason: 'A typo' }] },
		],
		[
			'a fact that a change names only in part',
			['a/one: x = 1', 'a/two: x = 1'],
			[{ gone: 'status', reason: 'A typo' }],
			{ unlisted: ['gone: status found'], stale: [{ gone: 'status', reason: 'A typo' }] },
		],
	])('returns %s', (_what, facts, changes, difference) => {
		expect(compare(RELEASED, facts, changes)).toEqual(difference);
	});
});
