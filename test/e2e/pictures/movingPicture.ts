import { buffer } from 'node:stream/consumers';
import { GifEncoder } from '@skyra/gifenc';
import { PNG } from 'pngjs';

/** A PNG, and how long it is shown. */
export interface Picture {
	png: Buffer;
	seconds: number;
}

/** Returns pictures of the same size as an endless GIF. */
export async function movingPicture(pictures: readonly Picture[]): Promise<Buffer> {
	const images = pictures.map(({ png }) => PNG.sync.read(png));
	const { width, height } = images[0];
	// With the best quality, which is 1, icons keep their colors.
	const gif = new GifEncoder(width, height).setRepeat(0).setQuality(1);
	const file = buffer(gif.createReadStream());
	gif.start();
	for (const [place, { data }] of images.entries())
		gif.setDelay(pictures[place].seconds * 1_000).addFrame(new Uint8ClampedArray(data));
	gif.finish();
	return await file;
}
