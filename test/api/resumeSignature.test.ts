import {
	isAuthentic,
	keepResults,
	readResume,
	readUntrusted,
	writeResume,
	type StoredAnswer,
} from '../../nodes/IdentityResolution/api/resume';
import { signer } from '../../nodes/IdentityResolution/api/signature';
import { forgedResume } from '../support/api/forgedResume';
import { SIGN, resumeText } from '../support/api/resumeText';

const ADA: StoredAnswer = {
	tool: 'any_tool',
	key: 'linkedin:ada-example',
	phone: 'without',
	at: 1_767_225_600_000,
	results: { email: 'ada@example.net' },
};

const readOne = (text: string): StoredAnswer => {
	const [answer] = readResume(text) ?? [];
	return answer;
};

const isAuthenticIn = (text: string) => isAuthentic(readOne(text), SIGN);

describe('isAuthentic', () => {
	it('is true for an answer that was written with the same API key', () => {
		expect(isAuthenticIn(resumeText([ADA]))).toBe(true);
	});

	it.each<[string, string]>([
		['was written with another API key', resumeText([ADA], signer('another_key'))],
		['was written without an API key', writeResume([ADA], null, keepResults).text],
		['was written by hand', forgedResume(JSON.stringify([{ t: ADA.tool, k: ADA.key, r: ADA.results }]))],
	])('is false for an answer that %s', (_what, text) => {
		expect(readOne(text)).toMatchObject({ key: ADA.key, results: ADA.results });
		expect(isAuthenticIn(text)).toBe(false);
	});

	it.each<[string, Partial<StoredAnswer>]>([
		['the tool', { tool: 'other_tool' }],
		['the person', { key: 'linkedin:eve-example' }],
		['the phone', { phone: 'with' }],
		['the time', { at: ADA.at === null ? 0 : ADA.at + 1 }],
		['the results', { results: { email: 'eve@example.net' } }],
		['a hit to a miss', { results: null }],
	])('is false if someone changed %s', (_what, change) => {
		const signed = readOne(resumeText([ADA]));
		expect(isAuthentic({ ...signed, ...change }, SIGN)).toBe(false);
	});

	it('is false if there is no API key to check with', () => {
		expect(isAuthentic(readOne(resumeText([ADA])), null)).toBe(false);
	});
});

describe('readUntrusted', () => {
	const isUnverifiedIn = (text: string, sign: typeof SIGN | null = SIGN) => readUntrusted(text, sign)?.[0].unverified;
	/** The text that a run with a sign writes about answers in another text. */
	const rewritten = (text: string, sign: typeof SIGN | null) =>
		writeResume(readUntrusted(text, sign) ?? [], sign, keepResults).text;

	it('returns authentic answers as readResume does', () => {
		expect(readUntrusted(resumeText([ADA]), SIGN)).toEqual(readResume(resumeText([ADA])));
		expect(isUnverifiedIn(resumeText([ADA]))).toBe(false);
	});

	it.each<[string, string, typeof SIGN | null]>([
		['was written with another API key', resumeText([ADA], signer('another_key')), SIGN],
		['cannot be checked without an API key', resumeText([ADA]), null],
		[
			'has a forged signature',
			forgedResume(JSON.stringify([{ t: ADA.tool, k: ADA.key, s: 'x'.repeat(22) }])),
			SIGN,
		],
	])('marks an answer that %s, also in the texts that it is written to', (_what, text, sign) => {
		expect(isUnverifiedIn(text, sign)).toBe(true);
		expect(readOne(rewritten(text, sign)).unverified).toBe(true);
	});

	it('removes the mark of a run with a wrong API key, or without one', () => {
		const text = resumeText([ADA]);
		for (const wrong of [signer('wrong_key'), null]) expect(rewritten(rewritten(text, wrong), SIGN)).toBe(text);
	});

	it('returns null for an unreadable text', () => {
		expect(readUntrusted('r1.damaged', SIGN)).toBeNull();
	});
});

describe('writeResume', () => {
	/** Fits into a text once. */
	const LONG = { email: 'x', extra: 'y'.repeat(20_000) };
	const reducedText = (answer: StoredAnswer) =>
		writeResume([answer, { ...answer, tool: 'other_tool' }], SIGN, () => ({ email: 'x' })).text;

	it.each<[string, StoredAnswer, boolean]>([
		['signs an authentic answer again', readOne(resumeText([{ ...ADA, results: LONG }])), true],
		['does not sign an answer of another API key', { ...ADA, results: LONG, signature: 'x' }, false],
		['does not sign an unverified answer', { ...ADA, results: LONG, signature: 'x', unverified: true }, false],
	])('%s if it reduces the answer', (_what, answer, isSigned) => {
		const text = reducedText(answer);
		expect(readOne(text)).toMatchObject({ results: { email: 'x' }, unverified: answer.unverified === true });
		expect(isAuthenticIn(text)).toBe(isSigned);
	});

	it('never signs an answer that was read from a text, also if it reduces the answer', () => {
		const forged = readOne(forgedResume(JSON.stringify([{ t: ADA.tool, k: ADA.key, r: ADA.results }])));
		expect(isAuthenticIn(resumeText([forged]))).toBe(false);
		const long: StoredAnswer = { ...forged, results: { email: 'x', extra: 'y'.repeat(40_000) } };
		const { text } = writeResume([long], SIGN, () => ({ email: 'x' }));
		expect(readOne(text)).toMatchObject({ results: { email: 'x' } });
		expect(isAuthenticIn(text)).toBe(false);
	});

	it('keeps the signature of an authentic answer, also without an API key', () => {
		const text = writeResume([readOne(resumeText([ADA]))], null, keepResults).text;
		expect(isAuthenticIn(text)).toBe(true);
	});

	it('does not contain the API key', () => {
		const text = Buffer.from(resumeText([ADA], signer('sk_secret_key')).slice(15), 'base64url').toString('utf8');
		expect(text).not.toContain('sk_secret');
	});
});
