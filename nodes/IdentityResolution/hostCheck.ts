// Both nodes import this file first, before any file that needs zod. n8n logs the message, and
// shows neither node.
try {
	require.resolve('zod/v4');
} catch {
	throw Error(
		'n8n-nodes-identity-resolution needs n8n 1.115 or later, for zod/v4. Update n8n. ' +
			'If it is recent, remove the older zod that another community package installed.',
	);
}
