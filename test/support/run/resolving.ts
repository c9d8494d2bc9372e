import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readIdentifier } from '../../../nodes/IdentityResolution/api/identifiers/readIdentifier';
import { SOURCES } from '../../../nodes/IdentityResolution/actions/person/sources';
import type { PersonIdentifiers, PersonKind, Source } from '../../../nodes/IdentityResolution/api/person/sources';
import type { MinGrade } from '../../../nodes/IdentityResolution/api/person/emails';
import type { WantName } from '../../../nodes/IdentityResolution/api/person/wants';
import type { ClosedTools, Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { AnswerCache } from '../../../nodes/IdentityResolution/run/answerStore';
import { NO_SUPPRESSION, type Suppression } from '../../../nodes/IdentityResolution/run/suppression';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';
import { Resolver } from '../../../nodes/IdentityResolution/run/resolve/resolver';

const LINKEDIN = 'https://www.linkedin.com/in/ada-example';

const identify = (kind: PersonKind, text: string): Identifier[] => {
	const reading = readIdentifier(kind, text);
	return reading.is === 'identifier' ? [reading.identifier] : [];
};

/** The identifiers of a row for one person. An email also provides its MD5. */
export const identifiersOf = (kinds: readonly PersonKind[]): PersonIdentifiers => ({
	linkedin: kinds.includes('linkedin') ? identify('linkedin', LINKEDIN) : [],
	email: kinds.includes('email') ? identify('email', 'ada@example.com') : [],
	hem: kinds.includes('hem') || kinds.includes('email') ? identify('hem', 'ada@example.com') : [],
});

/** Results with wanted data, in the fields of any tool. */
const FIELDS: Record<WantName, object> = {
	profile: { full_name: 'Ada Example', first_name: 'Ada', last_name: 'Example', title: 'Engineer' },
	company: { current_company: 'Example Works', company: { name: 'Example Works' } },
	workEmail: {
		business_email: 'ada@works.example.com',
		work_email_confirmed: 'ada@works.example.com',
		email: 'ada@works.example.com',
	},
	personalEmail: { email: 'ada@example.com', personal_email: 'ada@example.com' },
	anyEmail: { email: 'ada@example.com' },
	linkedinProfile: { linkedinurl: LINKEDIN, linkedin_url: LINKEDIN, linkedin_slug: 'ada-example' },
	mobilePhone: { mobile_phone: '12025550123' },
};

/** A hit of a source with this data. The phone is included only if it was requested. */
export function hit({ reveals }: Source, data: readonly WantName[], phone: Step['lookup']['phone']): Outcome {
	const revealed = reveals.includes('linkedin') ? FIELDS.linkedinProfile : {};
	const returned = data.filter((want) => want !== 'mobilePhone' || phone === 'with');
	const results = Object.assign({ id: 'a hit' }, revealed, ...returned.map((want) => FIELDS[want])) as object;
	return { is: 'found', answer: { found: true, results, metadata: {}, at: 0 }, phone: 'as_requested' };
}

export const MISS: Outcome = {
	is: 'not_found',
	answer: { found: false, results: {}, metadata: {}, at: 0 },
	phone: 'as_requested',
};

/** Returns the outcome of a lookup. */
export type Service = (source: Source, phone: Step['lookup']['phone']) => Outcome;

export interface ResolvedRow {
	outcome: Outcome;
	steps: Step[];
	/** The lookups in order, as `tool` or `tool with phone`. */
	lookups: string[];
	/** The price of the hits, at declared prices. */
	tokens: number;
}

interface Settings {
	sources?: readonly Source[];
	minGrade?: MinGrade;
	cache?: AnswerCache;
	suppression?: Suppression;
	emailsOf?(hash: Identifier): readonly Identifier[];
	closed?: ClosedTools;
}

/** Resolves a row with the engine's own route. */
export function resolveRow(
	kinds: readonly PersonKind[],
	wants: readonly WantName[],
	service: Service,
	{
		minGrade = 'any',
		sources = SOURCES,
		cache = () => undefined,
		suppression = NO_SUPPRESSION,
		emailsOf = () => [],
		closed = () => undefined,
	}: Settings = {},
): ResolvedRow {
	const resolver = new Resolver({
		sources,
		wants,
		minGrade,
		cache,
		suppression,
		answers: { emailsOf },
	});
	const route = resolver.route(identifiersOf(kinds), () => []);
	const prices = new Prices();
	const steps: Step[] = [];
	const row: Omit<ResolvedRow, 'outcome'> = { steps, lookups: [], tokens: 0 };
	for (;;) {
		const next = route(steps, prices, closed);
		if (!('lookup' in next) && !('unsent' in next)) return { ...row, outcome: next.outcome };
		const lookup = 'unsent' in next ? next.unsent : next.lookup;
		const source = sources.find(({ tool }) => tool === lookup.tool) as Source;
		const outcome = 'unsent' in next ? next.outcome : (cache(lookup) ?? service(source, lookup.phone));
		steps.push({ lookup, outcome, record: {} as never, showsCharge: true });
		row.lookups.push(lookup.tool.name + (lookup.phone === 'with' ? ' with phone' : ''));
		const hasPhone = outcome.is === 'found' && JSON.stringify(outcome.answer.results).includes('mobile_phone');
		if (outcome.is === 'found')
			row.tokens += source.tokens + (lookup.phone === 'with' && hasPhone ? source.phoneTokens : 0);
	}
}
