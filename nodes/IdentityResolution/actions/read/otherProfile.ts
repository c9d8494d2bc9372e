import type { Identifier } from '../../api/identifiers/identifier';
import { isOpaque } from '../../api/identifiers/linkedin';
import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import type { Step } from '../../run/lookup';

/**
 * Returns a note if a tool returned another LinkedIn profile than the row names. The profile may have been renamed, so
 * the answer stays.
 * @param given the LinkedIn profiles that the row names
 */
export function otherProfile(given: readonly Identifier[], steps: readonly Step[]): string | null {
	const named = given.filter(({ key }) => !isOpaque(key));
	if (named.length === 0) return null;
	for (const { lookup, outcome } of steps) {
		if (outcome.is !== 'found') continue;
		const { tool } = lookup;
		if (tool.columns.fields.linkedin_url === undefined) continue;
		const returned = readLinkedinCell(tool.columns.read(outcome.answer.results).linkedin_url);
		if (returned.is !== 'identifier' || isOpaque(returned.identifier.key)) continue;
		if (named.some(({ key }) => key === returned.identifier.key)) continue;
		return `${tool.name} returned another LinkedIn profile than the row has. Check that both are the same person`;
	}
	return null;
}
