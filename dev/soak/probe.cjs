// Is loaded into n8n's process before n8n itself, and tells over a loopback port what the process holds right after everything
// that nobody needs was collected.
const { readdirSync } = require('node:fs');
const { createServer } = require('node:http');
const { isMainThread } = require('node:worker_threads');

const port = process.env.SOAK_PROBE_PORT;
// What n8n starts inherits its environment.
delete process.env.SOAK_PROBE_PORT;

const countOf = (names) => {
	const counts = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
};

const look = () => {
	globalThis.gc();
	const { rss, heapUsed, external } = process.memoryUsage();
	return {
		rss,
		heap: heapUsed,
		external,
		handles: countOf(process.getActiveResourcesInfo()),
		files: readdirSync('/dev/fd').length,
	};
};

if (isMainThread && port !== undefined) {
	const server = createServer((_request, answer) => {
		// A connection that is kept would count as a handle of n8n's.
		answer.setHeader('connection', 'close');
		answer.end(JSON.stringify(look()));
	});
	server.listen(Number(port), '127.0.0.1');
}
