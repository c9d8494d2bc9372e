import type { Cells } from './columns';
import type { AddressBook } from './emails';
import type { Identifier, IdentifierKind } from '../identifiers/identifier';
import { simplifier } from './simplify';
import type { Tool } from '../tool';
import { hemToBusinessProfile } from '../tools/profile/hemToBusinessProfile';
import { linkedinToBestPersonalEmailUsa } from '../tools/email/linkedinToBestPersonalEmailUsa';
import { linkedinToBusinessProfile } from '../tools/profile/linkedinToBusinessProfile';
import { reverseEmailLookup } from '../tools/profile/reverseEmailLookup';
import type { WantName } from './wants';

/** Kinds of identifiers of a person. An e-mail also gives its MD5. */
export type PersonKind = Extract<IdentifierKind, 'linkedin' | 'email' | 'hem'>;

/** The identifiers of a person, by kind, in the order in which they are looked up. */
export type KnownIdentifiers = Readonly<Record<PersonKind, readonly Identifier[]>>;

/** A tool that *Resolve* can use. */
export interface Source {
	tool: Tool;
	needs: PersonKind;
	/** Parts that a hit is expected to provide. A hit may provide fewer, or more. */
	gives: readonly WantName[];
	/** Identifiers that a hit provides for other tools. */
	reveals: readonly PersonKind[];
	/** Assumed price of a hit, and of its phone, until replies report charges. The contract has no prices. */
	tokens: number;
	phoneTokens: number;
}

/** The tools of *Resolve*. Of several with the same expected price, the first one is used. */
export const SOURCES: readonly Source[] = [
	{
		tool: linkedinToBestPersonalEmailUsa,
		needs: 'linkedin',
		gives: ['personalEmail'],
		reveals: [],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		tool: reverseEmailLookup,
		needs: 'email',
		gives: ['profile', 'company'],
		reveals: ['linkedin'],
		tokens: 1,
		phoneTokens: 0,
	},
	{
		// Its successor is a source itself, which would be charged twice for one person.
		tool: { ...hemToBusinessProfile, otherNames: undefined },
		needs: 'hem',
		gives: ['profile', 'company', 'mobilePhone'],
		reveals: ['linkedin'],
		tokens: 2,
		phoneTokens: 5,
	},
	{
		tool: linkedinToBusinessProfile,
		needs: 'linkedin',
		gives: ['profile', 'company', 'workEmail', 'personalEmail', 'mobilePhone'],
		reveals: [],
		tokens: 2,
		phoneTokens: 5,
	},
];

/** Reads the results of a tool as flat cells. */
export type ReadCells = (tool: Tool, results: unknown, addresses?: AddressBook) => Cells;

/** Returns a reader for the results of these tools. It ignores other tools. */
export function readerOf(sources: readonly Source[]): ReadCells {
	const readers = new Map(sources.map(({ tool }) => [tool.name, simplifier(tool.columns)]));
	return (tool, results, addresses) => readers.get(tool.name)?.(results, addresses) ?? {};
}

export const simplified = readerOf(SOURCES);
