/** Also as spreadsheets write them in other languages. */
const YES = /^(?:true|yes|y|on|1|x|wahr|ja|vrai|oui|verdadero|s[ií]|verdadeiro|sim|vero|sì|waar)$/i;
const NO =
	/^(?:false|no|n|off|0|null|undefined|none|n\/a|-|falsch|nein|faux|non|falso|não|onwaar|nee)?$/i;

/** Whether a cell means yes: any value except an empty one and a written no. */
export function isTruthy(value: unknown): boolean {
	if (typeof value === 'string') return !NO.test(value.trim());
	if (Array.isArray(value)) return value.length > 0;
	return Boolean(value);
}

/** Whether a cell means yes if a yes costs tokens: only a written yes. */
export function isExplicitYes(value: unknown): boolean {
	if (typeof value === 'string') return YES.test(value.trim());
	return value === true || value === 1;
}
