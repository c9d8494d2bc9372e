// Lets Node.js load a package, once for all test files of a process: n8n's engine takes seconds to load. Jest alone
// would load it again for each file.
module.exports = {
	process: (_source, file) => ({ code: `module.exports = loadPackage(${JSON.stringify(file)});` }),
};
