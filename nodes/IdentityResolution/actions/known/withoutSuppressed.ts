import { isEmail } from '../../api/identifiers/email';
import { isHash } from '../../api/identifiers/inputKind';
import { isObject } from '../../api/json';
import type { SettledRow } from '../../run/rows';
import { NO_SUPPRESSION, type Suppression } from '../../run/suppression';
import type { RowContent } from '../rows/content';
import { PERSON_KEY } from '../rows/personKey';
import { SEPARATORS } from './suppressionList';

const REMOVED = 'An address on the suppression list was removed';

/** Removes the addresses and hashes of suppressed people from the content of a row, or all data about one of them. */
export function withoutSuppressed(row: SettledRow, content: RowContent, suppression: Suppression): RowContent {
	if (suppression === NO_SUPPRESSION) return content;
	if (row.outcome.is === 'skipped' && row.outcome.by === 'suppressed') return withoutData(content);
	const raw = content.raw();
	const results = blanked(raw.results, suppression);
	if (results === raw.results) return content;
	return {
		simplified: () => blanked(content.simplified(), suppression),
		raw: () => ({ ...raw, results }),
		own: blanked(content.own, suppression),
		notes: [REMOVED, ...content.notes],
	};
}

/** The content of a row that is about a suppressed person. An earlier answer may have revealed who it is. */
const withoutData = ({ own }: RowContent): RowContent => ({
	simplified: () => ({}),
	raw: () => ({ results: null, metadata: null }),
	own: Object.fromEntries(Object.entries(own).map(([column, cell]) => [column, column === PERSON_KEY ? cell : null])),
	notes: [],
});

/** Returns the same value if it names nobody. */
function blanked<T>(value: T, suppression: Suppression): T;
function blanked(value: unknown, suppression: Suppression): unknown {
	if (typeof value === 'string') return suppression.names(value) ? withoutNames(value, suppression) : value;
	if (Array.isArray(value)) {
		const parts = value.map((part: unknown) => blanked(part, suppression));
		return parts.some((part, index) => part !== value[index]) ? parts : (value as unknown[]);
	}
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([name, part]) => [name, blanked(part, suppression)] as const);
	return entries.some(([name, part]) => part !== value[name]) ? Object.fromEntries(entries) : value;
}

/** The other addresses of a list; null for any other text, such as a sentence with an address. */
function withoutNames(text: string, suppression: Suppression): string | null {
	const parts = text.split(SEPARATORS).filter((part) => part !== '');
	const others = parts.filter((part) => !suppression.names(part));
	const isList = parts.every((part) => isEmail(part) || isHash(part) || part.includes('/'));
	return isList && others.length > 0 && others.length < parts.length ? others.join(', ') : null;
}
