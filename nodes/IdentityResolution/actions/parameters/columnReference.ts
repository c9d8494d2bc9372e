const REFERENCE = /^=\{\{\s*\$json(?:\.([A-Za-z_$][\w$]*)|\[\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\])\s*\}\}$/;

/**
 * The column that an expression such as `={{ $json.email }}` or `={{ $json["E-mail"] }}` names, or null for any other.
 * Such a reference is read straight from the item: n8n's expression engine costs a thousand times as much.
 */
export function plainColumn(parameter: unknown): string | null {
	if (typeof parameter !== 'string') return null;
	const match = REFERENCE.exec(parameter);
	const column = match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
	// What every object inherits is the engine's to answer.
	return column === null || column in Object.prototype ? null : column;
}
