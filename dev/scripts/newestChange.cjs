const { readdirSync, statSync } = require('node:fs');
const path = require('node:path');

/** What the build reads. package-lock.json stands for the compiler and the types in node_modules. */
const FILES = ['gulpfile.js', 'package.json', 'package-lock.json', 'tsconfig.json'];
const FOLDERS = ['nodes', 'credentials'];

/**
 * Returns when the files that the build reads were last changed, added or removed, in whole ms since the epoch. Unlike
 * the modification time, no program can set the time of a change, so that also git and copied files increase it.
 */
exports.newestChange = (project) => {
	const inFolders = FOLDERS.flatMap((folder) =>
		readdirSync(path.join(project, folder), { recursive: true }).map((name) => path.join(folder, name)),
	);
	const times = [...FILES, ...FOLDERS, ...inFolders].map((name) => statSync(path.join(project, name)).ctimeMs);
	return Math.round(Math.max(...times));
};
