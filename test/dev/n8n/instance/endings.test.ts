import { begin, Endings } from '../../../../dev/n8n/instance/endings';

const failing = (message: string) => () => {
	throw new Error(message);
};

it('ends what was begun, the last one first, each after the one before', async () => {
	const endings = new Endings();
	const ended: string[] = [];
	endings.add(() => ended.push('folder'));
	endings.add(async () => {
		await new Promise(setImmediate);
		ended.push('server');
	});
	await endings.run();
	expect(ended).toEqual(['server', 'folder']);
});

it('ends each of them only once', async () => {
	const endings = new Endings();
	const ending = jest.fn();
	endings.add(ending);
	await endings.run();
	await endings.run();
	expect(ending).toHaveBeenCalledTimes(1);
});

it('ends the others too where one fails, and then throws what it threw', async () => {
	const endings = new Endings();
	const others = jest.fn();
	endings.add(others);
	endings.add(failing('the server hangs'));
	endings.add(others);
	await expect(endings.run()).rejects.toThrow(/^the server hangs$/);
	expect(others).toHaveBeenCalledTimes(2);
});

it('tells of every one that failed', async () => {
	const endings = new Endings();
	endings.add(failing('one'));
	endings.add(async () => await Promise.reject(new Error('two')));
	await expect(endings.run()).rejects.toThrow('two\none');
});

describe('something with several parts', () => {
	it('is ended by its stop', async () => {
		const ending = jest.fn();
		const begun = await begin(async (endings) => {
			endings.add(ending);
			return await Promise.resolve({ url: 'http://127.0.0.1:1' });
		});
		expect(begun.url).toBe('http://127.0.0.1:1');
		expect(ending).not.toHaveBeenCalled();
		await begun.stop();
		expect(ending).toHaveBeenCalledTimes(1);
	});

	it('leaves nothing behind where one of them cannot be begun', async () => {
		const ending = jest.fn();
		const work = async (endings: Endings): Promise<object> => {
			endings.add(ending);
			return await Promise.reject(new Error('no such program'));
		};
		await expect(begin(work)).rejects.toThrow(/^no such program$/);
		expect(ending).toHaveBeenCalledTimes(1);
	});

	it('tells both why it could not be begun and what could not be ended', async () => {
		const work = async (endings: Endings): Promise<object> => {
			endings.add(failing('the folder is busy'));
			return await Promise.reject(new Error('no such program'));
		};
		await expect(begin(work)).rejects.toThrow('no such program\nthe folder is busy');
	});
});
