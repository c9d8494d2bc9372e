import type { MinGrade } from './emails';
import type { Identifier, IdentifierKind } from '../identifiers/identifier';
import type { Tool } from '../tool';
import { EMAIL_WANTS, type WantName } from './wants';

/** Kinds of identifiers of a person. An email also gives its MD5. */
export type PersonKind = Extract<IdentifierKind, 'linkedin' | 'email' | 'hem'>;

/** The identifiers of a person, by kind, in the order in which they are looked up. */
export type PersonIdentifiers = Readonly<Record<PersonKind, readonly Identifier[]>>;

/** A tool that *Resolve* can use. */
export interface Source {
	tool: Tool;
	needs: PersonKind;
	/** Wants for which it is the tool made for them: it is the most likely one to meet them. */
	madeFor: readonly WantName[];
	/** Wants that a hit is expected to meet. A hit may meet fewer, or more. */
	gives: readonly WantName[];
	/** Identifiers that a hit provides for other tools. */
	reveals: readonly PersonKind[];
	/** Whether its emails have no grade, so that they can't meet a minimum grade. */
	ungraded?: true;
	/** Assumed price of a hit, and of its phone, until prices are known. The contract has none. */
	tokens: number;
	phoneTokens: number;
}

/**
 * A source, and the wants that rows request it for: `linkedinProfile` also to find the profile for
 * another tool.
 */
export type RequestableSource = Source & { requestedFor: readonly WantName[] };

/** The wants that a hit of a source is expected to meet with an email of a sufficient grade. */
export function wantsGivenBy({ gives, ungraded }: Source, minGrade: MinGrade): readonly WantName[] {
	if (ungraded !== true || minGrade !== 'aOrB') return gives;
	return gives.filter((want) => !EMAIL_WANTS.includes(want));
}

/**
 * Returns the sources with the wants that a row requests them for: those that they are made for,
 * and those for which the account offers none of the tools that are made for them.
 * @param kinds of the row's identifiers
 * @param isOffered whether the account can use a tool
 */
export function requestableSources(
	sources: readonly Source[],
	kinds: readonly PersonKind[],
	minGrade: MinGrade,
	isOffered: (source: Source) => boolean,
): RequestableSource[] {
	// Any identifier may lead to the LinkedIn profile.
	const reachable = new Set<PersonKind>([...kinds, 'linkedin']);
	const offered = sources.filter((source) => reachable.has(source.needs) && isOffered(source));
	const hasMadeTool = (want: WantName) => offered.some(({ madeFor }) => madeFor.includes(want));
	return sources.map((source): RequestableSource => {
		const gives = wantsGivenBy(source, minGrade);
		const requestedFor = gives.filter(
			(want) => source.madeFor.includes(want) || !hasMadeTool(want),
		);
		return { ...source, gives, requestedFor };
	});
}
