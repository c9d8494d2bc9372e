const { join } = require('node:path');

const ENGINE = join(__dirname, '..', '..', '..', 'dev', 'n8n', 'engine');
const OF_N8N = /^(?:n8n-core|n8n-workflow|@n8n)(?:\/|$)/;

/** Finds n8n's packages where the release under test is installed; our harness gets its n8n-core in today's shape. */
module.exports = (request, options) => {
	const { defaultResolver, basedir } = options;
	if (request === 'n8n-core' && basedir === ENGINE) return join(__dirname, 'olderCore.ts');
	const host = process.env.N8N_ENGINE;
	const fromOutside = OF_N8N.test(request) && !basedir.startsWith(host);
	return defaultResolver(request, fromOutside ? { ...options, basedir: host } : options);
};
