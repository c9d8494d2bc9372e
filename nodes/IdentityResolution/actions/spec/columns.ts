import { COLUMN_NAMES } from '../../api/person/columns';
import { STATUSES } from '../../run/outcome';

/** Columns about the result of a row. */
export const STATUS_COLUMNS = ['status', 'found', 'reason', 'retry_at', 'answered_at'] as const;

/** Columns that an operation adds to those of results. */
export const OWN_COLUMNS = ['sources', 'resume', 'person_key', 'total', 'next_page'] as const;

/** All data columns of all operations. */
export const DATA_COLUMNS: readonly string[] = [...COLUMN_NAMES, 'results', 'metadata', ...OWN_COLUMNS];

/** Columns that only some settings and answers add. */
export const OCCASIONAL_COLUMNS = ['lookup', 'service_error'] as const;

/** Whether a cell contains a status of this node. */
export const isOurStatus = (cell: unknown): boolean => STATUSES.some((status) => status === cell);
