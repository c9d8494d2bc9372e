const { join } = require('node:path');

const ENGINE = join(__dirname, '..', '..', '..', 'dev', 'n8n', 'engine');
const N8N_PACKAGE = /^(?:n8n-core|n8n-workflow|@n8n)(?:\/|$)/;

/**
 * Resolves n8n's packages to the release under test. The harness gets its n8n-core with the interface of the current
 * one.
 */
module.exports = (request, options) => {
	const { defaultResolver, basedir } = options;
	if (request === 'n8n-core' && basedir === ENGINE) return join(__dirname, 'olderCore.ts');
	const release = process.env.N8N_ENGINE;
	const isRedirected = N8N_PACKAGE.test(request) && !basedir.startsWith(release);
	return defaultResolver(request, isRedirected ? { ...options, basedir: release } : options);
};
