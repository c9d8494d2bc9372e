// Preloaded by an n8n under test: writes down every byte that its process sends to a socket, to its standard output and error,
// and to a file, before it is encrypted. What leaves by the database driver, which is native, is read from the database itself.
const { Buffer } = require('node:buffer');
const fs = require('node:fs');
const http = require('node:http');
const { syncBuiltinESMExports } = require('node:module');
const net = require('node:net');

const out = fs.openSync(process.env.WIRETAP_FILE, 'a');
// Bound to the original: it is replaced below.
const { writeSync } = fs;

/** @param {string} to @param {unknown} data @param {unknown} [encoding] */
function tell(to, data, encoding) {
	const bytes =
		typeof data === 'string'
			? Buffer.from(data, Buffer.isEncoding(encoding) ? encoding : 'utf8')
			: ArrayBuffer.isView(data)
				? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
				: null;
	if (bytes !== null) writeSync(out, `${JSON.stringify({ to, bytes: bytes.toString('base64') })}\n`);
}

const names = new WeakMap();
let connections = 0;

/** A name that tells one connection from every other, and where it leads. */
function nameOf(socket) {
	const known = names.get(socket);
	if (known !== undefined) return known;
	const standard = [process.stdout, process.stderr].indexOf(socket);
	const where =
		standard >= 0
			? `standard:${standard + 1}`
			: `${socket.server ? 'caller' : 'server'}:${socket.remoteAddress}:${socket.remotePort}`;
	names.set(socket, `${where}#${(connections += 1)}`);
	return names.get(socket);
}

const { _writeGeneric } = net.Socket.prototype;
net.Socket.prototype._writeGeneric = function (isVector, data, encoding, done) {
	// A socket that is still connecting comes here again once it is connected.
	if (!this.connecting) {
		const pieces = isVector ? data : [{ chunk: data, encoding }];
		for (const piece of pieces) tell(nameOf(this), piece.chunk ?? piece, piece.encoding);
	}
	return _writeGeneric.call(this, isVector, data, encoding, done);
};

const fileOf = (target) =>
	`file:${typeof target === 'object' && target !== null && 'fd' in target ? target.fd : String(target)}`;

/** Calls the original after the bytes were told, under whichever of its names. */
function tapped(original) {
	function tap(target, data, ...rest) {
		for (const one of Array.isArray(data) ? data : [data])
			tell(fileOf(target), one, typeof rest[0] === 'object' ? rest[0]?.encoding : rest[0]);
		return original.call(this, target, data, ...rest);
	}
	// What util.promisify goes by is a property.
	return Object.defineProperties(tap, Object.getOwnPropertyDescriptors(original));
}

for (const name of ['write', 'writev', 'writeFile', 'appendFile']) {
	for (const one of [name, `${name}Sync`]) fs[one] = tapped(fs[one]);
	if (name in fs.promises) fs.promises[name] = tapped(fs.promises[name]);
}
syncBuiltinESMExports();

// What n8n answers is to be read here, too: nobody gets it compressed.
const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (event, request, ...rest) {
	if (event === 'request' || event === 'upgrade') {
		delete request.headers['accept-encoding'];
		delete request.headers['sec-websocket-extensions'];
	}
	return emit.call(this, event, request, ...rest);
};
