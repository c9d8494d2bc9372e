import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A hand-written case of the service contract; see test/contract/. */
export interface ContractCase {
	id: string;
	/** A heading of `docs/contract.md`, and a number in it. */
	section: string;
	says: string;
	tool: string;
	requested?: string[];
	/** The fields of a request that has no single identifier. */
	fields?: Record<string, unknown>;
	phone?: boolean;
	sends?: unknown;
	reply?: { status: number; headers?: Record<string, string>; body?: unknown };
	now?: string;
	read?: {
		answers?: Record<string, 'found' | 'not_found' | 'unanswered'>;
		results?: Record<string, unknown>;
		usage?: Record<string, unknown>;
		refusal?: Record<string, unknown>;
	};
	sandbox?: { given?: object; headers?: Record<string, string | null>; body?: unknown; reply: object };
}

const FOLDER = join(__dirname, '..', '..', 'contract');

export const CONTRACT_CASES: ContractCase[] = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) => (JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { cases: ContractCase[] }).cases);
