import type { Identifier } from '../../api/identifiers/identifier';
import { isOpaque } from '../../api/identifiers/linkedin';
import { readLinkedinCell } from '../../api/identifiers/linkedinCell';
import { simplified } from '../../api/sources';
import type { Step } from '../../run/lookup';

/**
 * Warns where a tool told another LinkedIn profile than the row came in with: its e-mail may be somebody else's. It may have been
 * renamed as well, so that nothing is taken away.
 * @param given the LinkedIn profiles that the row came in with
 */
export function anotherProfile(given: readonly Identifier[], steps: readonly Step[]): string | null {
	const [own] = given;
	if (own === undefined || isOpaque(own.key)) return null;
	for (const { lookup, outcome } of steps) {
		// Asked by the profile itself, a tool that tells another one tells of the same person.
		if (outcome.is !== 'found' || lookup.identifier.kind === 'linkedin') continue;
		const { tool } = lookup;
		const told = readLinkedinCell(simplified(tool, outcome.answer.results).linkedin_url);
		if (told.is !== 'identifier' || told.identifier.key === own.key || isOpaque(told.identifier.key)) continue;
		return `${tool.name} tells another LinkedIn profile than that of the row: check that its identifiers are one person's`;
	}
	return null;
}
