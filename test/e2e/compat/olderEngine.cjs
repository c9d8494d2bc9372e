// Resolves n8n's packages to the release under test, whose folder the set-up writes into N8N_ENGINE. Tests and harness
// get its n8n-core with the interface of the current one.
const path = require('node:path');

const N8N_PACKAGE = /^(?:n8n-core|n8n-workflow|@n8n)(?:\/|$)/;
const OLDER_CORE = path.join(__dirname, 'olderCore.ts');

module.exports = (imported, options) => {
	if (imported === 'n8n-core' && options.basedir !== __dirname) return OLDER_CORE;
	const basedir = N8N_PACKAGE.test(imported) ? process.env.N8N_ENGINE : options.basedir;
	return options.defaultResolver(imported, { ...options, basedir });
};
