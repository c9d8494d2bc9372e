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
	/** Wants for which it is requested, or to reveal an identifier; all that it gives if absent. */
	onlyFor?: readonly WantName[];
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
		// Its emails are hashes. One is often that of the email in the request, which nobody would pay for alone.
		gives: ['anyEmail', 'company', 'linkedinProfile', 'personalEmail', 'profile', 'workEmail'],
		onlyFor: ['company', 'linkedinProfile', 'profile'],
		reveals: ['linkedin'],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		// Its successor is a source itself, which would be charged twice for one person.
		tool: { ...hemToBusinessProfile, otherNames: undefined },
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

/** Which tools *Resolve* uses: every one that may help, or only those made for a want. */
export type ToolChoice = 'every_tool' | 'made_for_want';

/**
 * Returns the sources as the settings of a run allow them.
 * @param notOffered sources that the account cannot use: if they are all that are made for a want, others are used
 */
export const allowedSources = (
	toolChoice: ToolChoice,
	minGrade: MinGrade,
	notOffered: readonly Source[] = [],
): readonly Source[] =>
	SOURCES.map((source): Source => {
		const gives =
			minGrade !== 'any' && source.ungraded
				? source.gives.filter((want) => !EMAIL_WANTS.includes(want))
				: source.gives;
		if (toolChoice === 'every_tool') return { ...source, gives };
		const onlyFor = gives.filter(
			(want) => source.madeFor.includes(want) || isWithoutTool(want, source.needs, notOffered),
		);
		return { ...source, gives, onlyFor };
	});

/** Whether the account cannot use any of the tools that find a want by a kind of identifier. */
function isWithoutTool(want: WantName, kind: PersonKind, notOffered: readonly Source[]): boolean {
	const made = SOURCES.filter(({ madeFor, needs }) => needs === kind && madeFor.includes(want));
	return made.length > 0 && made.every((source) => notOffered.includes(source));
}

/** Reads the results of a tool as flat cells. */
export type ReadCells = (tool: Tool, results: unknown, addresses?: AddressBook) => Cells;

/** Returns a reader for the results of these tools. It ignores other tools. */
export function readerOf(sources: readonly Source[]): ReadCells {
	const readers = new Map(sources.map(({ tool }) => [tool.name, simplifier(tool.columns)]));
	return (tool, results, addresses) => readers.get(tool.name)?.(results, addresses) ?? {};
}

export const simplified = readerOf(SOURCES);
