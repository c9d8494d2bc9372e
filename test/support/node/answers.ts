import type { RawAnswer } from '../wire/hostileServer';

/** A response with a JSON body. */
export const jsonAnswer = (body: unknown, status = 200): RawAnswer => ({ status, body: JSON.stringify(body) });

/** A hit in the contract's envelope. */
export const okAnswer = (results: unknown, more: object = {}): RawAnswer =>
	jsonAnswer({ results, status: 'ok', metadata: {}, ...more });
