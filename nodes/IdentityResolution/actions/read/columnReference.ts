const REFERENCE = /^=\{\{\s*\$json(?:\.([A-Za-z_$][\w$]*)|\[\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\])\s*\}\}$/;

/**
 * Returns the column of an expression such as `={{ $json.email }}` or `={{ $json["E-mail"] }}`; null for any other.
 * Reading the item directly is far faster than n8n's expression engine.
 */
export function plainColumn(parameter: unknown): string | null {
	if (typeof parameter !== 'string') return null;
	const match = REFERENCE.exec(parameter);
	const column = match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
	// The engine handles inherited properties.
	return column === null || column in Object.prototype ? null : column;
}
