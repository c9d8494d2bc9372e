import type { Cells } from './columns';
import type { AddressBook, MinGrade } from './emails';
import type { Identifier, IdentifierKind } from '../identifiers/identifier';
import { simplifier } from './simplify';
import type { Tool } from '../tool';
import { linkedinToBestEmail } from '../tools/email/linkedinToBestEmail';
import { linkedinToBestPersonalEmailUsa } from '../tools/email/linkedinToBestPersonalEmailUsa';
import { linkedinToBusinessEmail } from '../tools/email/linkedinToBusinessEmail';
import { linkedinToMobilePhone } from '../tools/phone/linkedinToMobilePhone';
import { emailToLinkedin } from '../tools/profile/emailToLinkedin';
import { hemToBusinessProfile } from '../tools/profile/hemToBusinessProfile';
import { hemToLinkedin } from '../tools/profile/hemToLinkedin';
import { linkedinToBusinessProfile } from '../tools/profile/linkedinToBusinessProfile';
import { reverseEmailLookup } from '../tools/profile/reverseEmailLookup';
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

/** The tools of *Resolve*. Of several with the same expected price and requests, the first one is used. */
export const SOURCES: readonly Source[] = [
	{
		tool: linkedinToBestPersonalEmailUsa,
		needs: 'linkedin',
		madeFor: ['personalEmail'],
		gives: ['anyEmail', 'personalEmail'],
		reveals: [],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: linkedinToBusinessEmail,
		needs: 'linkedin',
		madeFor: ['workEmail'],
		gives: ['anyEmail', 'workEmail'],
		reveals: [],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: linkedinToBestEmail,
		needs: 'linkedin',
		madeFor: ['anyEmail'],
		gives: ['anyEmail'],
		reveals: [],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: linkedinToMobilePhone,
		needs: 'linkedin',
		madeFor: ['mobilePhone'],
		gives: ['mobilePhone'],
		reveals: [],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: emailToLinkedin,
		needs: 'email',
		madeFor: ['linkedinProfile'],
		gives: ['linkedinProfile'],
		reveals: ['linkedin'],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: hemToLinkedin,
		needs: 'hem',
		madeFor: ['linkedinProfile'],
		gives: ['linkedinProfile'],
		reveals: ['linkedin'],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: reverseEmailLookup,
		needs: 'email',
		madeFor: ['company', 'profile'],
		// Its emails are hashed or masked, so that nothing is paid for them.
		gives: ['company', 'linkedinProfile', 'profile'],
		reveals: ['linkedin'],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: hemToBusinessProfile,
		needs: 'hem',
		madeFor: ['company', 'profile'],
		gives: ['company', 'linkedinProfile', 'mobilePhone', 'profile'],
		reveals: ['linkedin'],
		tokens: 2,
		phoneTokens: 5,
	},
	{
		tool: linkedinToBusinessProfile,
		needs: 'linkedin',
		madeFor: ['company', 'profile'],
		gives: ['anyEmail', 'company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail'],
		reveals: [],
		ungraded: true,
		tokens: 2,
		phoneTokens: 5,
	},
];

/** A source, and the wants that rows request it for. */
export interface RequestableSource extends Source {
	/** With `linkedinProfile`, it is also requested to find the profile for another tool. */
	requestedFor: readonly WantName[];
}

/**
 * Returns the sources with the wants that a row requests them for: those that they are made for, and those for which
 * the account offers none of the tools that are made for them.
 * @param kinds of the row's identifiers
 * @param notOffered names of tools that the account cannot use
 */
export function requestableSources(
	sources: readonly Source[],
	kinds: readonly PersonKind[],
	minGrade: MinGrade,
	notOffered: ReadonlySet<string>,
): RequestableSource[] {
	// Any identifier may lead to the LinkedIn profile.
	const reachable = new Set<PersonKind>([...kinds, 'linkedin']);
	const offered = sources.filter(({ tool, needs }) => reachable.has(needs) && !notOffered.has(tool.name));
	const hasMadeTool = (want: WantName) => offered.some(({ madeFor }) => madeFor.includes(want));
	return sources.map((source): RequestableSource => {
		const withoutEmails = source.ungraded === true && minGrade !== 'any';
		const gives = source.gives.filter((want) => !withoutEmails || !EMAIL_WANTS.includes(want));
		const requestedFor = gives.filter((want) => source.madeFor.includes(want) || !hasMadeTool(want));
		return { ...source, gives, requestedFor };
	});
}

/** Reads the results of a tool as flat cells. */
export type ReadCells = (tool: Tool, results: unknown, addresses?: AddressBook) => Cells;

/** Returns a reader for the results of these tools. It ignores other tools. */
export function readerOf(sources: readonly Source[]): ReadCells {
	const readers = new Map(sources.map(({ tool }) => [tool.name, simplifier(tool.columns)]));
	return (tool, results, addresses) => readers.get(tool.name)?.(results, addresses) ?? {};
}

export const simplified = readerOf(SOURCES);
