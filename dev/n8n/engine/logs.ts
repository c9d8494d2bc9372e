import './environment';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { LoggerProxy } from 'n8n-workflow';

export interface LogLine {
	level: 'error' | 'warn' | 'info' | 'debug';
	message: string;
	metadata: unknown;
}

/**
 * Sends every log line of n8n and its nodes to `listener`, at any log level.
 * @returns a function that ends this
 */
export function listenToLogs(listener: (line: LogLine) => void): () => void {
	const at =
		(level: LogLine['level']) =>
		(message: string, metadata: unknown = {}): void =>
			listener({ level, message, metadata });
	const logger = { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug'), scoped: () => logger };
	const before = Container.get(Logger);
	logTo(logger as unknown as Logger);
	return () => logTo(before);
}

function logTo(logger: Logger): void {
	Container.set(Logger, logger);
	LoggerProxy.init(logger);
}
