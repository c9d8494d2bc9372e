import { buffer } from 'node:stream/consumers';
import { GifEncoder } from '@skyra/gifenc';
import { PNG } from 'pngjs';

export interface Picture {
	png: Buffer;
	seconds: number;
}

/** Makes an endless GIF. @param pictures PNGs of equal size */
export async function movingPicture(pictures: readonly Picture[]): Promise<Buffer> {
	const images = pictures.map(({ png }) => PNG.sync.read(png));
	const { width, height } = images[0];
	const gif = new GifEncoder(width, height).setRepeat(0).setQuality(10);
	const bytes = buffer(gif.createReadStream());
	gif.start();
	for (const [place, { data }] of images.entries())
		gif.setDelay(pictures[place].seconds * 1_000).addFrame(new Uint8ClampedArray(data));
	gif.finish();
	return await bytes;
}
