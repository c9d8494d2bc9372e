import type { IDataObject } from 'n8n-workflow';
import { PREFIX } from './prefix';

const ANSWERED = ['found', 'not_found'];
const STATUS = `${PREFIX}status`;

/** For the node's Skip When: the rows that an earlier run got an answer for. */
export const SKIP_ANSWERED = `={{ ${JSON.stringify(ANSWERED)}.includes($json.${STATUS}) }}`;

export const isAnswered = (row: IDataObject): boolean => ANSWERED.includes(String(row[STATUS]));
