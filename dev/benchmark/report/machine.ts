import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

/** Versions that the machine can't tell by itself, as `2.41.1`. */
export interface Versions {
	n8n: string;
	/** Node.js that n8n runs on. */
	nodeOfN8n: string;
	/** This package. */
	ours: string;
}

/** What a run was measured on and with. */
export interface Machine {
	/** Model of the processor. */
	cpu: string;
	/** Cores that the run may use. */
	cores: number;
	/** In bytes. */
	memory: number;
	/** Name and version of the operating system's kernel. */
	kernel: string;
	/** Node.js of the benchmark itself, as `20.1.0`. */
	node: string;
	versions: Versions;
	/** The day, in UTC, as `2026-01-31`. */
	day: string;
}

/** @param now when the run began */
export const readMachine = (versions: Versions, now: Date): Machine => ({
	cpu: cpus().at(0)?.model.trim() || 'unknown',
	cores: availableParallelism(),
	memory: totalmem(),
	kernel: `${type()} ${release()}`,
	node: process.versions.node,
	versions,
	day: now.toISOString().slice(0, 10),
});
