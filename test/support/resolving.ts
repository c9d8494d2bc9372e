import type { Identifier } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { readIdentifier } from '../../nodes/IdentityResolution/api/identifiers/readIdentifier';
import { SOURCES, type PersonKind, type Source } from '../../nodes/IdentityResolution/api/person/sources';
import type { WantName } from '../../nodes/IdentityResolution/api/person/wants';
import type { Step } from '../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../nodes/IdentityResolution/run/outcome';
import type { AnswerCache } from '../../nodes/IdentityResolution/run/answerCache';
import { Prices } from '../../nodes/IdentityResolution/run/budget/prices';
import type { KnownIdentifiers } from '../../nodes/IdentityResolution/api/person/sources';
import { Resolver } from '../../nodes/IdentityResolution/run/resolve/resolver';

const LINKEDIN = 'https://www.linkedin.com/in/ada-example';

const identify = (kind: PersonKind, text: string): Identifier[] => {
	const reading = readIdentifier(kind, text);
	return reading.is === 'identifier' ? [reading.identifier] : [];
};

/** A row of one person who is known by these kinds of identifiers; an e-mail is known by its MD5 as well. */
export const knownBy = (kinds: readonly PersonKind[]): KnownIdentifiers => ({
	linkedin: kinds.includes('linkedin') ? identify('linkedin', LINKEDIN) : [],
	email: kinds.includes('email') ? identify('email', 'ada@example.com') : [],
	hem: kinds.includes('hem') || kinds.includes('email') ? identify('hem', 'ada@example.com') : [],
});

/** Results that hold what is wanted, in the fields of any tool. */
const FIELDS: Record<WantName, object> = {
	profile: { full_name: 'Ada Example', first_name: 'Ada', last_name: 'Example', title: 'Engineer' },
	company: { current_company: 'Example Works', company: { name: 'Example Works' } },
	workEmail: { business_email: 'ada@works.example.com', work_email_confirmed: 'ada@works.example.com' },
	personalEmail: { email: 'ada@example.com', personal_email: 'ada@example.com' },
	mobilePhone: { mobile_phone: '12025550123' },
};

/** A hit of a source that brings this. */
export function hit({ reveals }: Source, brings: readonly WantName[], phone: Step['lookup']['phone']): Outcome {
	const fed = reveals.includes('linkedin') ? { linkedinurl: LINKEDIN, linkedin_url: LINKEDIN } : {};
	const told = brings.filter((want) => want !== 'mobilePhone' || phone === 'with');
	const results = Object.assign({ id: 'a hit' }, fed, ...told.map((want) => FIELDS[want])) as object;
	return { is: 'found', answer: { found: true, results, metadata: {}, at: 0 }, phone: 'as_requested' };
}

export const MISS: Outcome = {
	is: 'not_found',
	answer: { found: false, results: {}, metadata: {}, at: 0 },
	phone: 'as_requested',
};

/** What becomes of a lookup of a source; by default every source hits and brings what it is declared to. */
export type World = (source: Source, phone: Step['lookup']['phone']) => Outcome;

/** A row that was led to its end. */
export interface Walk {
	outcome: Outcome;
	steps: Step[];
	/** The tools that were asked, in order, and what for: `tool` or `tool with phone`. */
	asked: string[];
	/** What the hits cost at the declared prices. */
	tokens: number;
}

/** Leads a row to its end, through the engine's own route. */
export function walk(
	kinds: readonly PersonKind[],
	wants: readonly WantName[],
	world: World,
	sources = SOURCES,
	onPhoneTokens: 'withoutPhone' | 'defer' = 'withoutPhone',
	cache: AnswerCache = () => undefined,
): Walk {
	const route = new Resolver({ sources, wants, onPhoneTokens, cache }).route(knownBy(kinds));
	const prices = new Prices();
	const steps: Step[] = [];
	const walked: Omit<Walk, 'outcome'> = { steps, asked: [], tokens: 0 };
	for (;;) {
		const next = route(steps, prices);
		if (!('lookup' in next) && !('cached' in next)) return { ...walked, outcome: next.outcome };
		const lookup = 'cached' in next ? next.cached : next.lookup;
		const source = sources.find(({ tool }) => tool === lookup.tool) as Source;
		const outcome = cache(lookup) ?? world(source, lookup.phone);
		steps.push({ lookup, outcome, record: {} as never, pays: true });
		walked.asked.push(lookup.tool.name + (lookup.phone === 'with' ? ' with phone' : ''));
		const gotPhone = outcome.is === 'found' && JSON.stringify(outcome.answer.results).includes('mobile_phone');
		if (outcome.is === 'found')
			walked.tokens += source.tokens + (lookup.phone === 'with' && gotPhone ? source.phoneTokens : 0);
	}
}
