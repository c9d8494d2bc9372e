import fc from 'fast-check';
import { readResume } from '../../nodes/IdentityResolution/api/resume';
import { forgedResume } from '../support/api/forgedResume';
import { oddJson } from '../support/api/hostileAnswers';
import { pollution } from '../support/hostilePrototypes';

const answer = (results: string) => `[{"t":"any_tool","k":"linkedin:ada-example","r":${results}}]`;

const depthOf = (value: unknown): number => {
	let depth = 0;
	for (let part = value; Array.isArray(part); part = part[0]) depth += 1;
	return depth;
};

it('readResume reads a forged text', () => {
	expect(readResume(forgedResume(answer('{"email":"ada@example.net"}')))).toEqual([
		{
			tool: 'any_tool',
			key: 'linkedin:ada-example',
			phone: 'without',
			at: null,
			signature: null,
			unverified: false,
			results: { email: 'ada@example.net' },
		},
	]);
});

it.each([200, 5_000, 11_000])(
	'readResume truncates results that are nested %i levels deep, so that n8n can save them',
	(levels) => {
		const [read] = readResume(forgedResume(answer('['.repeat(levels) + ']'.repeat(levels)))) ?? [];
		expect(depthOf(read.results)).toBeLessThanOrEqual(100);
		expect(() => JSON.stringify(read)).not.toThrow();
	},
);

it('readResume returns valid answers or null for any content', () => {
	const parts = fc.oneof(
		oddJson,
		fc
			.array(fc.tuple(fc.constantFrom('t', 'k', 'p', 'r', '__proto__', 'constructor'), oddJson), { maxLength: 5 })
			.map((fields) => Object.fromEntries(fields)),
	);
	fc.assert(
		fc.property(fc.oneof(parts, fc.array(parts, { maxLength: 4 })), (content) => {
			const read = readResume(forgedResume(JSON.stringify(content)));
			for (const { tool, key, phone } of read ?? [])
				expect([typeof tool, typeof key, ['with', 'without'].includes(phone)]).toEqual([
					'string',
					'string',
					true,
				]);
			expect(pollution()).toEqual([]);
		}),
		{ seed: 731, numRuns: 2_000 },
	);
});

it.each(['{', '', 'null', '"x"', '[1]', '[{"t":1,"k":"x"}]', '[{"t":"x"}]', '\ud800', '['.repeat(100_000)])(
	'readResume returns null for content without answers (%#)',
	(json) => {
		expect(readResume(forgedResume(json))).toBeNull();
	},
);
