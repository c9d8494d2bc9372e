import os from 'node:os';
import { readMachine } from '../../../../dev/benchmark/report/machine';

it('tells the machine, the versions and the day', () => {
	const versions = { n8n: '2.41.1', nodeOfN8n: '24.1.0', ours: '0.1.0' };
	const { cpu, ...rest } = readMachine(versions, new Date('2026-01-31T23:59:59Z'));
	expect(cpu).not.toBe('');
	expect(rest).toEqual({
		cores: os.availableParallelism(),
		memory: os.totalmem(),
		kernel: `${os.type()} ${os.release()}`,
		node: process.version.slice(1),
		versions,
		day: '2026-01-31',
	});
});

it.each([
	['no processor is told', []],
	['its model is blank', [{ model: ' ' }]],
])('says so where %s', (_says, processors) => {
	const cpus = jest.spyOn(os, 'cpus').mockReturnValue(processors as os.CpuInfo[]);
	try {
		expect(readMachine({ n8n: '', nodeOfN8n: '', ours: '' }, new Date()).cpu).toBe('unknown');
	} finally {
		cpus.mockRestore();
	}
});
