import { createHmac } from 'node:crypto';
import {
	answersIn,
	isAuthentic,
	writeAnswers,
	type Sign,
	type StoredAnswer,
} from '../../../nodes/IdentityResolution/api/answersText';
import { AnswerStore } from '../../../nodes/IdentityResolution/run/answerStore';

/** Signs as a node with one secret does, without its slow derivation. */
export const signWith =
	(key: string): Sign =>
	(text) =>
		createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);

export const SIGN = signWith('key_of_the_tests');

/** A text of answers that a node with the same secret wrote. */
export const answersText = (answers: readonly StoredAnswer[], sign = SIGN): string =>
	writeAnswers(answers, sign, ({ results }) => results).text;

/** A text with anything in it, signed with the secret of the tests, or with another one. */
export function signedText(content: string, sign = SIGN): string {
	const signed = `.${Buffer.from(content, 'utf8').toString('base64url')}`;
	return `r2.${sign(`r2.${signed}`)}${signed}`;
}

/** A text that a stranger wrote in the same format. */
export const forgedText = (content: string): string => signedText(content, signWith('key_of_a_stranger'));

/** A store with the answers of these texts. */
export function storeOf(...texts: string[]): AnswerStore {
	const store = new AnswerStore(SIGN);
	for (const text of texts) store.addText(text);
	return store;
}

/** The answers of a text; none if it is not authentic. */
export const readText = (text: unknown): readonly StoredAnswer[] =>
	typeof text === 'string' && isAuthentic(text, SIGN) ? answersIn(text) : [];
