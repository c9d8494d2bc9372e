import { startAll } from '../../../../dev/n8n/instance/cleanups';

const failing = (message: string) => () => {
	throw new Error(message);
};

it('startAll cleans up all parts, the last one first, if one of them cannot start or stop', async () => {
	const stopped: string[] = [];
	const started = startAll(async (cleanups) => {
		cleanups.add(() => stopped.push('folder'));
		cleanups.add(failing('the port is busy'));
		cleanups.add(() => stopped.push('server'));
		return await Promise.reject(new Error('no such program'));
	});
	await expect(started).rejects.toThrow(/no such program\n.*the port is busy/);
	expect(stopped).toEqual(['server', 'folder']);
});
