import { Readable } from 'node:stream';
import { TOO_DEEP } from '../../nodes/IdentityResolution/api/json';
import { readResponseBody } from '../../nodes/IdentityResolution/client/responseBody';
import { nested } from '../support/api/nested';

const KEY = 'sandbox_markerkey9Z';
const MB = 1024 * 1024;
const neverAborted = () => new AbortController().signal;

const streamOf = (...pieces: Array<string | Buffer>) => Readable.from(pieces.map((piece) => Buffer.from(piece)));
const read = async (body: unknown) => await readResponseBody(body, KEY, neverAborted());

describe('readResponseBody', () => {
	it.each<[string, Array<string | Buffer>, unknown]>([
		['JSON', ['{"status":"ok"}'], { status: 'ok' }],
		['JSON in pieces', ['{"stat', 'us":', '"ok"}'], { status: 'ok' }],
		[
			'a character in two pieces',
			[Buffer.from('"\u00e9"').subarray(0, 2), Buffer.from('"\u00e9"').subarray(2)],
			'\u00e9',
		],
		['JSON after a byte order mark', ['\ufeff{"status":"ok"}'], { status: 'ok' }],
		['a web page', ['<!doctype html>'], '<!doctype html>'],
		['truncated JSON', ['{"status":'], '{"status":'],
		['an empty body', [], ''],
		['bytes that are not UTF-8', [Buffer.from([0x22, 0xff, 0x22])], '\ufffd'],
		['a number', ['12'], 12],
		['a body with the key', [`{"${KEY}":["${KEY}!"]}`], { '[API key]': ['[API key]!'] }],
		['a body with the escaped key', [`["\\u0073${KEY.slice(1)}"]`], ['[API key]']],
		['a text with the key', [`you sent ${KEY}`], 'you sent [API key]'],
	])('reads %s', async (_body, pieces, expected) => {
		expect(await read(streamOf(...pieces))).toMatchObject({ is: 'read', body: expected });
	});

	it('keeps fields that are named like inherited ones', async () => {
		const { body } = (await read(streamOf('{"__proto__":{"found":true},"constructor":1}'))) as { body: object };
		expect(Object.entries(body)).toEqual([
			['__proto__', { found: true }],
			['constructor', 1],
		]);
		expect((body as { found?: boolean }).found).toBeUndefined();
	});

	it.each([
		['keeps data that is nested 100 levels deep', 100, nested(100, 1)],
		['truncates data that is nested 101 levels deep', 101, nested(100, TOO_DEEP)],
		['truncates data that is nested 100,000 levels deep', 100_000, nested(100, TOO_DEEP)],
	])('%s', async (_says, levels, expected) => {
		expect(await read(streamOf('['.repeat(levels), '1', ']'.repeat(levels)))).toMatchObject({
			is: 'read',
			body: expected,
		});
	});

	it('truncates only the values that are nested too deeply', async () => {
		const deep = `${'{"a":'.repeat(99)}{"b":[],"c":1,"__proto__":{}}${'}'.repeat(99)}`;
		expect(JSON.stringify(((await read(streamOf(deep))) as { body: unknown }).body)).toBe(
			deep.replace('[]', `"${TOO_DEEP}"`).replace('{}', `"${TOO_DEEP}"`),
		);
	});

	it('accepts data without a stream from a host that replaces the network', async () => {
		expect(await read({ status: 'ok' })).toMatchObject({ is: 'read', body: { status: 'ok' } });
		expect(await read('{"status":"ok"}')).toMatchObject({ is: 'read', body: { status: 'ok' } });
	});
});

describe('readResponseBody with a large body', () => {
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
		expect(await read(stream)).toEqual({ is: 'tooLarge' });
		expect(stream.destroyed).toBe(true);
		expect(sent()).toBeLessThan(20);
	});

	it.each([
		['accepts 16 MB', 16 * MB, 'read'],
		['rejects 16 MB and a byte', 16 * MB + 1, 'tooLarge'],
	])('%s', async (_says, bytes, is) => {
		expect(await read(streamOf(Buffer.alloc(bytes, ' ')))).toMatchObject({ is });
	});
});

describe('readResponseBody after the request has ended', () => {
	const stalled = () => new Readable({ read() {} });

	it('stops reading and closes the connection', async () => {
		const [stream, controller] = [stalled(), new AbortController()];
		const reading = readResponseBody(stream, KEY, controller.signal);
		controller.abort();
		await expect(reading).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
		expect(stream.destroyed).toBe(true);
	});

	it('closes the connection of a body that arrives later', async () => {
		const stream = stalled();
		await expect(readResponseBody(stream, KEY, AbortSignal.abort())).rejects.toMatchObject({
			code: 'ERR_STREAM_PREMATURE_CLOSE',
		});
		expect(stream.destroyed).toBe(true);
	});
});

it('readResponseBody throws if the stream is interrupted', async () => {
	const stream = Readable.from(
		(function* () {
			yield Buffer.from('{"status":');
			throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
		})(),
	);
	await expect(read(stream)).rejects.toMatchObject({ code: 'ECONNRESET' });
});
