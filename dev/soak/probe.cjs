// Loaded into n8n's process before n8n. Reports on a loopback port what the process holds right after a garbage
// collection.
const { readdirSync } = require('node:fs');
const { createServer } = require('node:http');
const { isMainThread } = require('node:worker_threads');

const port = process.env.SOAK_PROBE_PORT;
// Child processes of n8n inherit its environment.
delete process.env.SOAK_PROBE_PORT;

const sample = () => {
	globalThis.gc();
	const { rss, heapUsed, external } = process.memoryUsage();
	return {
		rss,
		heap: heapUsed,
		external,
		handles: process.getActiveResourcesInfo().length,
		files: readdirSync('/dev/fd').length,
	};
};

if (isMainThread && port !== undefined) {
	const server = createServer((_request, response) => {
		// An open connection would count as a handle of n8n.
		response.setHeader('connection', 'close');
		response.end(JSON.stringify(sample()));
	});
	server.listen(Number(port), '127.0.0.1');
}
