// n8n preloads this file in these tests. It records every byte that n8n's process sends to a socket, to its standard
// output and error, and to a file, before encryption. The database driver is native: the tests read the database
// itself.
const { Buffer } = require('node:buffer');
const fs = require('node:fs');
const http = require('node:http');
const { syncBuiltinESMExports } = require('node:module');
const net = require('node:net');

const out = fs.openSync(process.env.WIRETAP_FILE, 'a');
// The original, which is replaced below.
const { writeSync } = fs;

/** @param {string} to @param {unknown} data @param {unknown} [encoding] */
function record(to, data, encoding) {
	const bytes =
		typeof data === 'string'
			? Buffer.from(data, Buffer.isEncoding(encoding) ? encoding : 'utf8')
			: ArrayBuffer.isView(data)
				? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
				: null;
	if (bytes !== null) writeSync(out, `${JSON.stringify({ to, bytes: bytes.toString('base64') })}\n`);
}

/** Static files of the editor and of all nodes: they are megabytes, and the same for everyone. */
const STATIC = /^\/(?:assets|static|types)\//;
/** Connections whose last request is for one of them. */
const withAssets = new WeakSet();
const names = new WeakMap();
let connections = 0;

/** A unique name of a connection, with its other end. */
function nameOf(socket) {
	const known = names.get(socket);
	if (known !== undefined) return known;
	const name = `${otherEndOf(socket)}#${(connections += 1)}`;
	names.set(socket, name);
	return name;
}

function otherEndOf(socket) {
	if (socket === process.stdout) return 'standard output';
	if (socket === process.stderr) return 'standard error';
	return socket.server ? 'caller' : `server:${socket.remoteAddress}:${socket.remotePort}`;
}

const { _writeGeneric } = net.Socket.prototype;
net.Socket.prototype._writeGeneric = function (isVector, data, encoding, done) {
	// A connecting socket calls this again when it is connected.
	if (!this.connecting && !withAssets.has(this)) {
		const pieces = isVector ? data : [{ chunk: data, encoding }];
		for (const piece of pieces) record(nameOf(this), piece.chunk ?? piece, piece.encoding);
	}
	return _writeGeneric.call(this, isVector, data, encoding, done);
};

const fileOf = (target) =>
	`file:${typeof target === 'object' && target !== null && 'fd' in target ? target.fd : String(target)}`;

function tapped(original) {
	function tap(target, data, ...rest) {
		for (const one of Array.isArray(data) ? data : [data])
			record(fileOf(target), one, typeof rest[0] === 'object' ? rest[0]?.encoding : rest[0]);
		return original.call(this, target, data, ...rest);
	}
	// util.promisify reads a property of the function.
	return Object.defineProperties(tap, Object.getOwnPropertyDescriptors(original));
}

for (const name of ['write', 'writev', 'writeFile', 'appendFile']) {
	for (const one of [name, `${name}Sync`]) fs[one] = tapped(fs[one]);
	if (name in fs.promises) fs.promises[name] = tapped(fs.promises[name]);
}
syncBuiltinESMExports();

// Makes n8n send its responses uncompressed.
const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (event, request, ...rest) {
	if (event === 'request' || event === 'upgrade') {
		delete request.headers['accept-encoding'];
		delete request.headers['sec-websocket-extensions'];
		if (STATIC.test(request.url)) withAssets.add(request.socket);
		else withAssets.delete(request.socket);
	}
	return emit.call(this, event, request, ...rest);
};
