import fc from 'fast-check';
import { answersIn, isAuthentic, isResume } from '../../nodes/IdentityResolution/api/resume';
import { oddJson } from '../support/api/hostileAnswers';
import { forgedResume, resumeText, SIGN, signedText, signWith } from '../support/api/resumeText';
import { anyText } from '../support/api/unicode';
import { pollution } from '../support/hostilePrototypes';

const ANSWER = {
	tool: 'any_tool',
	key: 'linkedin:ada-example',
	phone: 'without',
	found: true,
	at: null,
	results: null,
} as const;
const CONTENT = '[{"t":"any_tool","k":"linkedin:ada-example"}]';

describe('a resume text is authentic', () => {
	it('if it was signed with the same key', () => {
		expect(isAuthentic(resumeText([ANSWER]), SIGN)).toBe(true);
	});

	it('up to 30,000 characters, which no text of this node exceeds', () => {
		const [longest, longer] = [22_480, 22_481].map((bytes) => signedText('x'.repeat(bytes)));
		expect([longest.length, longer.length]).toEqual([30_000, 30_001]);
		expect([isAuthentic(longest, SIGN), isAuthentic(longer, SIGN)]).toEqual([true, false]);
	});
});

describe('a resume text is not authentic', () => {
	const text = resumeText([ANSWER, { ...ANSWER, key: 'email:ada@example.com', found: false }]);
	const other = resumeText([{ ...ANSWER, key: 'linkedin:eve-example' }]);
	/** Its mark and signature, the hashes of its people, and its answers. */
	const partsOf = (whole: string) => [whole.slice(0, 25), ...whole.slice(25).split('.')];
	const [[signature, people, answers], [, otherPeople, otherAnswers]] = [text, other].map(partsOf);
	const CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= \n,"é'];

	it.each<[string, string]>([
		['signed with another key', resumeText([ANSWER], signWith('another_key'))],
		['written by a stranger', forgedResume(CONTENT)],
		['with the people of another text', `${signature}${otherPeople}.${answers}`],
		['with the answers of another text', `${signature}${people}.${otherAnswers}`],
		['without its people', `${signature}.${answers}`],
		['in lower case', text.toLowerCase()],
		['in upper case', text.toUpperCase()],
		['broken into lines', text.replace(/(.{76})/g, '$1\n')],
		['with padding', `${text}=`],
		['twice', text + text],
		['of another format', text.replace('r2.', 'r1.')],
	])('%s', (_what, changed) => {
		expect(isAuthentic(text, SIGN)).toBe(true);
		expect(isAuthentic(changed, SIGN)).toBe(false);
	});

	it('truncated at either end', () => {
		for (let length = 0; length < text.length; length++)
			expect(isAuthentic(text.slice(0, length), SIGN)).toBe(false);
		const unmarked = text.slice('r2.'.length);
		for (let start = 1; start <= unmarked.length; start++)
			expect(isAuthentic(`r2.${unmarked.slice(start)}`, SIGN)).toBe(false);
	});

	it('with one character changed, removed or inserted', () => {
		const changes = fc.record({
			position: fc.nat(text.length - 1),
			character: fc.constantFrom(...CHARACTERS),
			change: fc.constantFrom('change', 'remove', 'insert'),
		});
		fc.assert(
			fc.property(changes, ({ position, character, change }) => {
				const changed =
					text.slice(0, position) +
					(change === 'remove' ? '' : character) +
					text.slice(change === 'insert' ? position : position + 1);
				fc.pre(changed !== text);
				expect(isAuthentic(changed, SIGN)).toBe(false);
			}),
			{ seed: 313, numRuns: 5_000 },
		);
	});

	it('with another last character, even if it decodes to the same answers', () => {
		const changed = signedText('[{"t":"x","k":"y"}]').replace(/Q$/, 'R');
		expect(answersIn(changed)).toEqual([{ ...ANSWER, tool: 'x', key: 'y' }]);
		expect(isAuthentic(changed, SIGN)).toBe(false);
	});

	it('with anything else after its mark', () => {
		fc.assert(
			fc.property(anyText, (rest) => {
				expect(isResume(`r2.${rest}`)).toBe(true);
				expect(isAuthentic(`r2.${rest}`, SIGN)).toBe(false);
			}),
			{ seed: 314, numRuns: 1_000 },
		);
	});
});

describe('the answers of an authentic text', () => {
	const read = (content: string) => answersIn(signedText(content));

	it('have defaults for what is not written', () => {
		expect(read(CONTENT)).toEqual([ANSWER]);
	});

	it.each([
		['1e300', null],
		['-8640000000000001', null],
		['8640000000000000', 8_640_000_000_000_000],
		['"2026-09-01"', null],
		['null', null],
	])('have the time %s as %p, because no date can be later', (a, at) => {
		expect(read(`[{"t":"any_tool","k":"linkedin:ada-example","a":${a}}]`)).toEqual([{ ...ANSWER, at }]);
	});

	it.each(['{}', 'null', '7', '"x"', '[]', '[7]', '[null]', '[[]]', '[{}]', '[{"t":"x"}]', '[{"t":7,"k":"x"}]'])(
		'are none in %s',
		(content) => {
			expect(read(content)).toEqual([]);
		},
	);

	it('are without entries that are no answers', () => {
		expect(read(`[{"t":"x"}, 7, ${CONTENT.slice(1, -1)}, {"t":"x","k":null}]`)).toEqual([ANSWER]);
	});

	it.each([200, 5_000, 11_000])(
		'are truncated if they are nested %i levels deep, so that n8n saves them',
		(levels) => {
			const [{ results }] = read(`[{"t":"x","k":"y","r":${'['.repeat(levels) + ']'.repeat(levels)}}]`);
			let depth = 0;
			for (let part = results; Array.isArray(part); part = part[0] as unknown) depth += 1;
			expect(depth).toBe(100);
		},
	);

	it('are valid for any content', () => {
		const fields = fc.constantFrom('t', 'k', 'p', 'm', 'a', 'r', '__proto__', 'constructor');
		const parts = fc.oneof(
			oddJson,
			fc.array(fc.tuple(fields, oddJson), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
		);
		fc.assert(
			fc.property(fc.oneof(parts, fc.array(parts, { maxLength: 4 })), (content) => {
				for (const { tool, key, phone, found, at } of read(JSON.stringify(content))) {
					expect([typeof tool, typeof key, typeof found]).toEqual(['string', 'string', 'boolean']);
					expect(['with', 'without']).toContain(phone);
					expect(at).toBe(at === null ? null : new Date(at).getTime());
				}
				expect(pollution()).toEqual([]);
			}),
			{ seed: 731, numRuns: 2_000 },
		);
	});
});
