import { isObject } from '../../api/json';
import { NO_SUPPRESSION, type Suppression } from '../../run/suppression';
import type { RowContent } from '../rows/content';
import { SEPARATORS } from './suppressionList';

const REMOVED = 'An address on the suppression list was removed';

/** Removes the addresses and hashes of suppressed people from the content of a row. */
export function withoutSuppressed(content: RowContent, suppression: Suppression): RowContent {
	if (suppression === NO_SUPPRESSION) return content;
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

/** The other addresses of a list; null if there are none. */
function withoutNames(text: string, suppression: Suppression): string | null {
	const others = text.split(SEPARATORS).filter((part) => part !== '' && !suppression.names(part));
	return others.length === text.split(SEPARATORS).length || others.length === 0 ? null : others.join(', ');
}
