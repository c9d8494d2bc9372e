import { Readable } from 'node:stream';
import { TOO_DEEP } from '../../nodes/IdentityResolution/api/json';
import { readBody } from '../../nodes/IdentityResolution/client/responseBody';
import { nested } from '../support/nested';

const KEY = 'sandbox_markerkey9Z';
const MB = 1024 * 1024;
const waiting = () => new AbortController().signal;

const streamOf = (...pieces: Array<string | Buffer>) => Readable.from(pieces.map((piece) => Buffer.from(piece)));
const read = async (body: unknown) => await readBody(body, KEY, waiting());

describe('a body', () => {
	it.each<[string, Array<string | Buffer>, unknown]>([
		['of JSON', ['{"status":"ok"}'], { status: 'ok' }],
		['in pieces', ['{"stat', 'us":', '"ok"}'], { status: 'ok' }],
		[
			'cut within a character',
			[Buffer.from('"\u00e9"').subarray(0, 2), Buffer.from('"\u00e9"').subarray(2)],
			'\u00e9',
		],
		['after a byte order mark', ['\ufeff{"status":"ok"}'], { status: 'ok' }],
		['that is a web page', ['<!doctype html>'], '<!doctype html>'],
		['of JSON that breaks off', ['{"status":'], '{"status":'],
		['of nothing', [], ''],
		['with bytes that are no text', [Buffer.from([0x22, 0xff, 0x22])], '\ufffd'],
		['with a number', ['12'], 12],
		['with the key', [`{"${KEY}":["${KEY}!"]}`], { '[API key]': ['[API key]!'] }],
		['with the key, escaped', [`["\\u0073${KEY.slice(1)}"]`], ['[API key]']],
		['with the key, outside of JSON', [`you sent ${KEY}`], 'you sent [API key]'],
	])('%s is read as what it is', async (_what, pieces, expected) => {
		expect(await read(streamOf(...pieces))).toEqual({ is: 'read', body: expected });
	});

	it('keeps fields that are named like those of every object, as fields', async () => {
		const { body } = (await read(streamOf('{"__proto__":{"found":true},"constructor":1}'))) as { body: object };
		expect(Object.entries(body)).toEqual([
			['__proto__', { found: true }],
			['constructor', 1],
		]);
		expect((body as { found?: boolean }).found).toBeUndefined();
	});

	it.each([
		['100 levels deep is kept', 100, nested(100, 1)],
		['deeper than that is cut there', 101, nested(100, TOO_DEEP)],
		['100,000 levels deep is cut there, too', 100_000, nested(100, TOO_DEEP)],
	])('%s', async (_says, levels, expected) => {
		expect(await read(streamOf('['.repeat(levels), '1', ']'.repeat(levels)))).toEqual({
			is: 'read',
			body: expected,
		});
	});

	it('is cut where it is too deep, and nowhere else', async () => {
		const deep = `${'{"a":'.repeat(99)}{"b":[],"c":1,"__proto__":{}}${'}'.repeat(99)}`;
		expect(JSON.stringify(((await read(streamOf(deep))) as { body: unknown }).body)).toBe(
			deep.replace('[]', `"${TOO_DEEP}"`).replace('{}', `"${TOO_DEEP}"`),
		);
	});

	it('of a host that put something else in the place of the network is taken as that', async () => {
		expect(await read({ status: 'ok' })).toEqual({ is: 'read', body: { status: 'ok' } });
		expect(await read('{"status":"ok"}')).toEqual({ is: 'read', body: { status: 'ok' } });
	});
});

describe('a body of more than 16 MB', () => {
	/** Pieces of a megabyte, for as long as somebody takes them. */
	function flood() {
		let sent = 0;
		const stream = new Readable({
			read() {
				sent += 1;
				this.push(Buffer.alloc(MB, ' '));
			},
		});
		return { stream, sent: () => sent };
	}

	it('is not read to its end', async () => {
		const { stream, sent } = flood();
		expect(await read(stream)).toEqual({ is: 'tooLarge' });
		expect(stream.destroyed).toBe(true);
		expect(sent()).toBeLessThan(20);
	});

	it.each([
		['as large as it may be', 16 * MB, 'read'],
		['a byte larger', 16 * MB + 1, 'tooLarge'],
	])('begins where it is not %s', async (_says, bytes, is) => {
		expect(await read(streamOf(Buffer.alloc(bytes, ' ')))).toMatchObject({ is });
	});
});

describe('a body that nobody waits for any longer', () => {
	const stalled = () => new Readable({ read() {} });

	it('is not read on, and its connection is closed', async () => {
		const [stream, over] = [stalled(), new AbortController()];
		const reading = readBody(stream, KEY, over.signal);
		over.abort();
		await expect(reading).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
		expect(stream.destroyed).toBe(true);
	});

	it('is not begun where it comes only then', async () => {
		const stream = stalled();
		await expect(readBody(stream, KEY, AbortSignal.abort())).rejects.toMatchObject({
			code: 'ERR_STREAM_PREMATURE_CLOSE',
		});
		expect(stream.destroyed).toBe(true);
	});
});

it('a body that is cut is no answer', async () => {
	const stream = Readable.from(
		(function* () {
			yield Buffer.from('{"status":');
			throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
		})(),
	);
	await expect(read(stream)).rejects.toMatchObject({ code: 'ECONNRESET' });
});
