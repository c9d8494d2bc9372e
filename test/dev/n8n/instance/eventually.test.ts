import { eventually } from '../../../../dev/n8n/instance/eventually';

describe('eventually', () => {
	it('asks until there is an answer, be it one that counts for no', async () => {
		const answers = [undefined, undefined, false];
		await expect(eventually('It answers', async () => await Promise.resolve(answers.shift()))).resolves.toBe(false);
		expect(answers).toEqual([]);
	});

	it('says what did not come, as it stands at the end', async () => {
		let asked = 0;
		const ask = async () => {
			asked++;
			return await Promise.resolve(undefined);
		};
		const why = await eventually(() => `It answers (asked ${asked} times)`, ask, 150).catch(
			(error: Error) => error.message,
		);
		expect(why).toBe(`It answers (asked ${asked} times): not in 0.15 s`);
		expect(asked).toBeGreaterThan(0);
	});

	it('does not ask on where asking fails', async () => {
		await expect(
			eventually('It answers', async () => await Promise.reject(new Error('It has ended'))),
		).rejects.toThrow('It has ended');
	});
});
