// Reads pictures from stdin, in JSON, and writes them to stdout as an endless GIF. A program of its own, because this
// takes minutes inside Jest and seconds outside.
import { json } from 'node:stream/consumers';
import { GifEncoder } from '@skyra/gifenc';
import { PNG } from 'pngjs';

export interface Picture {
	/** A PNG in base64; all have the same size. */
	png: string;
	seconds: number;
}

async function main(): Promise<void> {
	const pictures = (await json(process.stdin)) as Picture[];
	const images = pictures.map(({ png }) => PNG.sync.read(Buffer.from(png, 'base64')));
	const { width, height } = images[0];
	// With the best quality, which is 1, icons keep their colors.
	const gif = new GifEncoder(width, height).setRepeat(0).setQuality(1);
	gif.createReadStream().pipe(process.stdout);
	gif.start();
	for (const [place, { data }] of images.entries())
		gif.setDelay(pictures[place].seconds * 1_000).addFrame(new Uint8ClampedArray(data));
	gif.finish();
}

void main();
