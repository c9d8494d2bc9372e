import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProfile, selfTimes, type Profile } from '../../../../dev/benchmark/profile/profile';

describe('the times of frames', () => {
	// 1 is at work from 1,010 to 1,030 µs and from 1,060 on, 2 from 1,030 to 1,060.
	const PROFILE: Profile = {
		nodes: [],
		startTime: 1_000,
		endTime: 1_100,
		samples: [1, 1, 2, 1],
		timeDeltas: [10, 10, 10, 30],
	};
	const timesBetween = (from: number, to: number) => Object.fromEntries(selfTimes(PROFILE, [from, to]));

	it('are from each sample to the next, and from the last one to the end', () => {
		expect(timesBetween(0, Infinity)).toEqual({ 1: 60, 2: 30 });
	});

	it.each([
		['between two samples', 1_015, 1_025, { 1: 10 }],
		['at the start, in the middle of a frame', 1_040, 2_000, { 1: 40, 2: 20 }],
		['at the end, in the middle of a frame', 0, 1_040, { 1: 20, 2: 10 }],
		['on a sample', 1_030, 1_060, { 2: 30 }],
		['before anything was at work', 0, 1_010, {}],
		['after everything', 1_100, 2_000, {}],
	])('are cut %s', (_where, from, to, times) => {
		expect(timesBetween(from, to)).toEqual(times);
	});
});

describe('the profile of a process', () => {
	let folder: string;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'profiles-'));
	});

	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	const write = (name: string, url: string) => {
		const profile: Profile = {
			nodes: [{ id: 1, callFrame: { functionName: '', url, lineNumber: 0 } }],
			startTime: 0,
			endTime: 0,
			samples: [],
			timeDeltas: [],
		};
		writeFileSync(join(folder, name), JSON.stringify(profile));
		return profile;
	};

	it('is the one in which a file was at work', () => {
		write('CPU.1.cpuprofile', 'file:///n8n/task-runner.js');
		const ours = write('CPU.2.cpuprofile', 'file:///nodes/IdentityResolution.node.js');
		writeFileSync(join(folder, 'notes.txt'), 'IdentityResolution.node.js');
		expect(readProfile(folder, 'IdentityResolution.node.js')).toEqual(ours);
	});

	it('is missed where no process had it at work', () => {
		write('CPU.1.cpuprofile', 'file:///n8n/task-runner.js');
		expect(() => readProfile(folder, 'IdentityResolution.node.js')).toThrow(
			'No profile shows IdentityResolution.node.js',
		);
	});
});
