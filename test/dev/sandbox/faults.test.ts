import { request, type Dispatcher } from 'undici';
import type { Fault } from '../../../dev/sandbox/http/faults';
import type { Sandbox } from '../../../dev/sandbox/server';
import { sandboxes } from '../../support/node/sandboxes';
import { HEADERS, PROFILE, urlOf } from '../../support/asking';

const start = sandboxes();
const hit = { linkedin_url: urlOf('test-found') };

/** A reply by a client that decodes nothing and shows informational replies. */
async function replyOf({ url }: Sandbox) {
	const informational: number[] = [];
	const { statusCode, headers, body } = await open(url, (status) => informational.push(status));
	return { statusCode, headers, informational, text: await body.text() };
}

const open = async (
	url: string,
	onInformational: (status: number) => void = () => {},
): Promise<Dispatcher.ResponseData> =>
	await request(`${url}/${PROFILE}`, {
		method: 'POST',
		headers: HEADERS,
		body: JSON.stringify(hit),
		// Each on a connection of its own.
		reset: true,
		onInfo: ({ statusCode }) => onInformational(statusCode),
	});

const JSON_TYPE = 'application/json; charset=utf-8';

const WHOLE = /^\{.*\}$/;

test.each<[fault: Fault, status: number, type: string | undefined, text: RegExp, charged: number, lost: number]>([
	[{ kind: 'wrong_content_type' }, 200, 'text/plain', WHOLE, 1, 0],
	[{ kind: 'large', bytes: 70_000 }, 200, JSON_TYPE, /^.{69998}"\}$/, 1, 0],
	[{ kind: 'informational' }, 200, JSON_TYPE, WHOLE, 1, 0],
	[{ kind: 'slow', ms: 5 }, 200, JSON_TYPE, WHOLE, 1, 0],
])('%j over HTTP', async (fault, status, type, text, charged, lost) => {
	const sandbox = await start({ faults: [fault] });
	const { statusCode, headers, informational, text: received } = await replyOf(sandbox);
	expect([statusCode, headers['content-type']]).toEqual([status, type]);
	expect(received).toMatch(text);
	expect(informational).toEqual(fault.kind === 'informational' ? [102, 103] : []);
	expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: charged, lost });
});
