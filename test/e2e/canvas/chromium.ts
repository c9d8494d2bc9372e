import { existsSync } from 'node:fs';
import { installDebian } from '../../../dev/n8n/instance/debian';

const DEBIANS = '/usr/bin/chromium';

/**
 * Where Chromium is: the one named in CHROMIUM_PATH, else Debian's, which is installed where it is missing.
 * @throws where there is none and none can be installed
 */
export async function chromiumPath(): Promise<string> {
	const named = process.env.CHROMIUM_PATH;
	if (named) {
		if (!existsSync(named)) throw new Error(`CHROMIUM_PATH leads nowhere: ${named}`);
		return named;
	}
	if (!existsSync(DEBIANS)) {
		await installDebian(['chromium']).catch((error: Error) => {
			throw new Error(`There is no Chromium: install it, or set CHROMIUM_PATH to one. ${error.message}`);
		});
	}
	return DEBIANS;
}
