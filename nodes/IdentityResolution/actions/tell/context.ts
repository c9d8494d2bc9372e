import { ReadContext } from '../read/readContext';
import type { SuppressionList } from '../read/suppressionList';
import type { RowShape } from '../write/rowShape';

/** What reading, writing and hints depend on in one run. */
export type Context = ReadContext & { shape: RowShape; list: SuppressionList };
