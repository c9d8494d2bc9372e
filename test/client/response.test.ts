import { Readable } from 'node:stream';
import { readResponse, redact } from '../../nodes/IdentityResolution/client/response';
import { nested } from '../support/api/nested';

const KEY = 'sandbox_markerkey9Z';
const MB = 1024 * 1024;
const TOO_LARGE = { is: 'lost', message: 'the answer was too large', final: true };
const neverAborted = () => new AbortController().signal;

const streamOf = (...pieces: Array<string | Buffer>) => Readable.from(pieces.map((piece) => Buffer.from(piece)));
const read = async (body: unknown) => await readResponse({ body }, KEY, neverAborted());

describe('readResponse', () => {
	it.each<[string, Array<string | Buffer>, unknown]>([
		['JSON', ['{"status":"ok"}'], { status: 'ok' }],
		['JSON in pieces', ['{"stat', 'us":', '"ok"}'], { status: 'ok' }],
		['a split character', [Buffer.from('"\u00e9"').subarray(0, 2), Buffer.from('"\u00e9"').subarray(2)], '\u00e9'],
		['JSON after a byte order mark', ['\ufeff{"status":"ok"}'], { status: 'ok' }],
		['a web page', ['<!doctype html>'], '<!doctype html>'],
		['truncated JSON', ['{"status":'], '{"status":'],
		['an empty body', [], ''],
		['bytes that are not UTF-8', [Buffer.from([0x22, 0xff, 0x22])], '\ufffd'],
		['a body with the key', [`{"${KEY}":["${KEY}!"]}`], { '[API key]': ['[API key]!'] }],
		['a body with the escaped key', [`["\\u0073${KEY.slice(1)}"]`], ['[API key]']],
		['a text with the key', [`you sent ${KEY}`], 'you sent [API key]'],
	])('reads %s', async (_body, pieces, expected) => {
		expect(await read(streamOf(...pieces))).toMatchObject({ is: 'http', body: expected });
	});

	it('keeps fields that are named like inherited ones', async () => {
		const { body } = (await read(streamOf('{"__proto__":{"found":true},"constructor":1}'))) as { body: object };
		expect(Object.entries(body)).toEqual([
			['__proto__', { found: true }],
			['constructor', 1],
		]);
		expect((body as { found?: boolean }).found).toBeUndefined();
	});

	it('keeps a body in many small pieces', async () => {
		const text = JSON.stringify('\u00e9'.repeat(5_000));
		const pieces = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
		expect(await read(streamOf(...pieces))).toMatchObject({ is: 'http', body: JSON.parse(text) as unknown });
	});

	it.each([100, 101, 100_000])('truncates data that is nested %i levels deep after 100 levels', async (levels) => {
		const body = nested(100, levels === 100 ? 1 : '[nested too deep]');
		expect(await read(streamOf('['.repeat(levels), '1', ']'.repeat(levels)))).toMatchObject({ is: 'http', body });
	});

	it('truncates only the values that are nested too deeply', async () => {
		const deep = `${'{"a":'.repeat(99)}{"b":[],"c":1,"__proto__":{}}${'}'.repeat(99)}`;
		expect(JSON.stringify(((await read(streamOf(deep))) as { body: unknown }).body)).toBe(
			deep.replaceAll(/\[\]|\{\}/g, '"[nested too deep]"'),
		);
	});

	it('accepts data without a stream from a host that replaces the network', async () => {
		expect(await read({ status: 'ok' })).toMatchObject({ is: 'http', body: { status: 'ok' } });
		expect(await read('{"status":"ok"}')).toMatchObject({ is: 'http', body: { status: 'ok' } });
		expect(await read(undefined)).toMatchObject({ is: 'http', body: '' });
	});
});

describe('readResponse with a large body', () => {
	/** An endless stream in pieces of 1 MB. */
	function endless() {
		let sent = 0;
		const stream = new Readable({
			read() {
				sent += 1;
				this.push(Buffer.alloc(MB, ' '));
			},
		});
		return { stream, sent: () => sent };
	}

	it('stops after 16 MB', async () => {
		const { stream, sent } = endless();
		expect(await read(stream)).toEqual(TOO_LARGE);
		expect(stream.destroyed).toBe(true);
		expect(sent()).toBeLessThan(20);
	});

	it.each([
		['accepts 16 MB', 16 * MB, { is: 'http' }],
		['rejects 16 MB and a byte', 16 * MB + 1, TOO_LARGE],
	])('%s', async (_says, bytes, expected) => {
		expect(await read(streamOf(Buffer.alloc(bytes, ' ')))).toMatchObject(expected);
	});
});

it.each([false, true])(
	'readResponse closes the connection of a request that ends, also before the body arrives: %s',
	async (isEnded) => {
		const [stream, controller] = [new Readable({ read() {} }), new AbortController()];
		if (isEnded) controller.abort();
		const reading = readResponse({ body: stream }, KEY, controller.signal);
		controller.abort();
		await expect(reading).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
		expect(stream.destroyed).toBe(true);
	},
);

it('readResponse throws if the stream is interrupted', async () => {
	const stream = Readable.from(
		(function* () {
			yield Buffer.from('{"status":');
			throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
		})(),
	);
	await expect(read(stream)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

describe('redact', () => {
	const KEY = 'sandbox_a+b/"c=';
	/** As for a body that a server sent. */
	const redacted = (body: unknown, key: string) => redact(JSON.stringify(body), body, key);

	it.each<[string, unknown, unknown]>([
		['in a text', `you sent ${KEY}, ${KEY}`, 'you sent [API key], [API key]'],
		['in a value', { a: [`Bearer ${KEY}`] }, { a: ['Bearer [API key]'] }],
		['in a field name', { [KEY]: 1 }, { '[API key]': 1 }],
		['percent-encoded', { url: `/?key=${encodeURIComponent(KEY)}` }, { url: '/?key=[API key]' }],
	])('removes a key %s', (_place, body, expected) => {
		expect(redacted(body, KEY)).toEqual(expected);
	});

	it.each(['', 'sandbox', 'sandbox_absent'])('returns the same body for %j, which is too short or absent', (key) => {
		const body = { a: [{ sandbox: 'sandbox_a' }], c: null };
		expect(redacted(body, key)).toBe(body);
	});

	it('replaces numbers that contain a key of digits, and keeps the rest of the answer', () => {
		const body = { phone: 12025550123, count: 7, text: 'call 12025550123' };
		expect(redacted(body, '12025550123')).toEqual({ phone: '[API key]', count: 7, text: 'call [API key]' });
	});
});
