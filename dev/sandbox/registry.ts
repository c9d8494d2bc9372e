import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { TOOLS } from '../../nodes/IdentityResolution/api/tools';
import { anyTool } from '../../nodes/IdentityResolution/api/tools/anyTool';
import type { SandboxSettings } from './settings';

/** A tool as this service offers it. */
export interface Offered {
	tool: Tool;
	family: 'enrich' | 'search' | 'free';
	/** The shape of its metadata. A tool that the contract only names has the Fair Use shape, whatever a client takes it for. */
	metadata: 'tokens' | 'fairUse';
	/** On the plan only where personal e-mails are (contract: Errors, plan_restricted). */
	onlyWithPersonalEmails: boolean;
	/** Takes a profile's URL, but no bare slug. */
	urlOnly: boolean;
}

/** One that the contract only names. */
const OTHER_PERSONAL_EMAIL_TOOL = 'linkedin_to_personal_email_usa';
const URL_ONLY_TOOLS = new Set(['linkedin_to_business_profile']);
const SPECIFIED = new Map(TOOLS.map((tool) => [tool.name, tool]));

/** The tool of that name, or null: those of the contract, and those that the settings put into a Fair Use family. */
export function offered(name: string, { families }: SandboxSettings): Offered | null {
	const specified = SPECIFIED.get(name);
	const family = Object.hasOwn(families, name) ? families[name] : specified?.family;
	if (family === undefined || family === 'unknown') return null;
	return {
		tool: specified ?? anyTool(name),
		family,
		metadata: specified?.reportsCharges ? 'tokens' : 'fairUse',
		onlyWithPersonalEmails: specified?.onlyWithPersonalEmails === true || name === OTHER_PERSONAL_EMAIL_TOOL,
		urlOnly: URL_ONLY_TOOLS.has(name),
	};
}
