import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A hand-written case of the service's contract; see test/contract/. */
export interface ContractCase {
	id: string;
	/** Of the contract. Where it is silent, `design` with the number under which all cases of one point stand, and the docstrings that follow it. */
	section: string;
	says: string;
	tool: string;
	asked?: string[];
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

const FOLDER = join(__dirname, '..', 'contract');

export const CONTRACT_CASES: ContractCase[] = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) => (JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { cases: ContractCase[] }).cases);
