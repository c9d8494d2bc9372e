/** Whether a cell means yes: any value except an empty one and a written no. */
export function isTruthy(value: unknown): boolean {
	if (typeof value === 'string') return !/^(?:false|no|n|off|0|null|undefined|none|n\/a|-)?$/i.test(value.trim());
	return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Whether a cell means yes if a yes costs tokens: only a written yes. */
export function isExplicitYes(value: unknown): boolean {
	if (typeof value === 'string') return /^(?:true|yes|y|on|1|x)$/i.test(value.trim());
	return value === true || value === 1;
}
