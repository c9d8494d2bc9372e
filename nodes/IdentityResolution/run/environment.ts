import type { JsonObject } from '../api/json';
import type { Reply } from '../api/replies/reply';
import type { Tool } from '../api/tool';
import type { RunStats } from './stats';

/** Everything that a run gets from outside. */
export interface Environment {
	/** Sends one request; never rejects. */
	send(tool: Tool, body: JsonObject): Promise<Reply>;
	clock: Clock;
	/** A number from 0 up to 1. */
	random(): number;
	/** Aborted when the run is cancelled. */
	signal: AbortSignal;
	/** Called after every reply. */
	progress(stats: Readonly<RunStats>): void;
	/** Called for everything that slows down, repeats or ends requests. */
	log(entry: LogEntry): void;
}

/** What the dispatcher decided, without any personal data. */
export interface LogEntry {
	event: 'retry' | 'split' | 'dropPhone' | 'pause' | 'slowDown' | 'closeTool' | 'stop';
	/** Null if it concerns all tools. */
	tool: string | null;
	/** How often the lookups were sent before it; null if it concerns other lookups, too. */
	attempt: number | null;
	/** A refusal kind or a reason code. */
	reason: string;
	/** ms until requests continue; null if nothing waits. */
	wait: number | null;
}

export interface Clock {
	/** Epoch ms; never goes back. */
	now(): number;
	/** Resolves after `ms`, or when the signal is aborted; never rejects. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}
