import type { Cells } from './columns';
import type { AddressBook } from './emails';
import type { Identifier, IdentifierKind } from '../identifiers/identifier';
import { simplifier } from './simplify';
import type { Tool } from '../tool';
import { hemToBusinessProfile } from '../tools/hemToBusinessProfile';
import { linkedinToBestPersonalEmailUsa } from '../tools/linkedinToBestPersonalEmailUsa';
import { linkedinToBusinessProfile } from '../tools/linkedinToBusinessProfile';
import { reverseEmailLookup } from '../tools/reverseEmailLookup';
import type { WantName } from './wants';

/** What a person can be known by. A plain e-mail is also known by its MD5. */
export type PersonKind = Exclude<IdentifierKind, 'body'>;

/** The identifiers of a person, by kind, in the order in which they are looked up. */
export type KnownIdentifiers = Readonly<Record<PersonKind, readonly Identifier[]>>;

/** A tool as one of several that can answer what is wanted of a person. */
export interface Source {
	tool: Tool;
	needs: PersonKind;
	/** What a hit is expected to bring. Any hit may bring less, or more. */
	gives: readonly WantName[];
	/** What a hit makes known, so that other tools can be asked. */
	reveals: readonly PersonKind[];
	/**
	 * Price of a hit against that of other tools, and what a phone adds. The contract has no prices: these count until
	 * replies have told what was charged.
	 */
	tokens: number;
	phoneTokens: number;
}

/** The tools that a person is resolved with. Where several are expected to cost the same, the first is asked. */
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
		tool: hemToBusinessProfile,
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

/** Reads what a tool told as flat cells. */
export type ReadCells = (tool: Tool, results: unknown, addresses?: AddressBook) => Cells;

/** @returns a reader of what these tools tell; of any other tool it reads nothing */
export function readerOf(sources: readonly Source[]): ReadCells {
	const readers = new Map(sources.map(({ tool }) => [tool, simplifier(tool.columns)]));
	return (tool, results, addresses) => readers.get(tool)?.(results, addresses) ?? {};
}

export const simplified = readerOf(SOURCES);
