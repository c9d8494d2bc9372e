import {
	isAuthentic,
	keepResults,
	readResume,
	writeResume,
	type PaidAnswer,
} from '../../nodes/IdentityResolution/api/resume';
import { signer } from '../../nodes/IdentityResolution/api/signature';
import { forgedResume } from '../support/forgedResume';
import { SIGN, resumeText } from '../support/resumeText';

const ADA: PaidAnswer = {
	tool: 'any_tool',
	key: 'linkedin:ada-example',
	phone: 'without',
	at: 1_767_225_600_000,
	results: { email: 'ada@example.net' },
};

const readOne = (text: string): PaidAnswer => {
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

	it.each<[string, Partial<PaidAnswer>]>([
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

describe('writeResume', () => {
	it('never signs an answer that was read from a text, also if it reduces the answer', () => {
		const forged = readOne(forgedResume(JSON.stringify([{ t: ADA.tool, k: ADA.key, r: ADA.results }])));
		expect(isAuthenticIn(resumeText([forged]))).toBe(false);
		const long: PaidAnswer = { ...forged, results: { email: 'x', extra: 'y'.repeat(40_000) } };
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
