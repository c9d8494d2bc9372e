import { createServer } from 'node:net';
import { openSockets } from '../../../dev/faultMatrix/openSockets';

it('tells what is still open, and waits for what is about to be closed', async () => {
	const before = await openSockets(0);
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	expect(await openSockets(0)).toHaveLength(before.length + 1);
	const waiting = openSockets(60_000);
	server.close();
	expect(await waiting).toEqual(before);
});
