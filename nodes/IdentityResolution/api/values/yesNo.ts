/** Also as spreadsheets write them in other languages. */
const YES = /^(?:true|yes|y|on|1|x|wahr|ja|vrai|oui|verdadero|s[ií]|verdadeiro|sim|vero|sì|waar)$/i;
const NO =
	/^(?:false|no|n|off|0|null|undefined|none|n\/a|-|falsch|nein|faux|non|falso|não|onwaar|nee)?$/i;

/** Whether a cell means yes: any value except an empty one and a written no. */
export const isTruthy = (value: unknown): boolean =>
	typeof value === 'string'
		? !NO.test(value.trim())
		: Boolean(Array.isArray(value) ? value.length : value);

/** Whether a cell means yes if a yes costs tokens: only a written yes. */
export const isExplicitYes = (value: unknown): boolean =>
	typeof value === 'string' ? YES.test(value.trim()) : value === true || value === 1;
