// Lets Node.js load a package, once for all test files of a process: n8n's engine takes seconds to load. Jest alone
// would load it again for each file.
const { createHash } = require('node:crypto');

const process = (_source, file) => ({ code: `module.exports = loadPackage(${JSON.stringify(file)});` });

const getCacheKey = (_source, file) => createHash('sha256').update(`loadPackage ${file}`).digest('hex');

module.exports = { process, getCacheKey };
