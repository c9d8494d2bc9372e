import type { LogEntry } from './environment';

/** Logs a decision, without personal data. @param wait ms until requests continue */
export type Log = (
	event: LogEntry['event'],
	tool: string | null,
	reason: string,
	wait?: number,
	attempt?: number,
) => void;

export const logTo =
	(log: (entry: LogEntry) => void): Log =>
	(event, tool, reason, wait, attempt) =>
		log({ event, tool, attempt: attempt ?? null, reason, wait: wait ?? null });
