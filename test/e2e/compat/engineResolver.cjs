const { join } = require('node:path');

const N8N_PACKAGE = /^(?:n8n-core|n8n-workflow|@n8n)(?:\/|$)/;

/**
 * Resolves n8n's packages to the release under test. Harness and tests get its n8n-core with the interface of the
 * current one.
 */
module.exports = (request, options) => {
	const { defaultResolver, basedir } = options;
	const release = process.env.N8N_ENGINE;
	const isOurs = !basedir.startsWith(release) && basedir !== __dirname;
	if (request === 'n8n-core' && isOurs) return join(__dirname, 'olderCore.ts');
	const isRedirected = N8N_PACKAGE.test(request) && !basedir.startsWith(release);
	return defaultResolver(request, isRedirected ? { ...options, basedir: release } : options);
};
