import type { INodeProperties } from 'n8n-workflow';
import { PROPERTIES } from '../../../nodes/IdentityResolution/actions/properties';

/** What the conditions of our fields look at. */
export interface Chosen {
	resource: string;
	operation: string;
	output: 'simplified' | 'raw' | 'selected';
}

/** The fields that the node's description promises for a choice, by label and in order, where no option is set. */
export const shownFields = (chosen: Chosen): string[] =>
	PROPERTIES.filter((property) => isShown(property, chosen)).map(({ displayName }) => displayName);

/** The entries that it promises in a collection. */
export function shownEntries(collection: string, chosen: Chosen): string[] {
	const entries = PROPERTIES.find(({ displayName }) => displayName === collection)?.options ?? [];
	return (entries as INodeProperties[])
		.filter((entry) => isShown(entry, chosen))
		.map(({ displayName }) => displayName);
}

/** The columns that it offers to choose from. */
export function shownColumns(chosen: Chosen): string[] {
	const choice = PROPERTIES.find((property) => property.name === 'fields' && isShown(property, chosen));
	return (choice?.options ?? []).map(({ name }) => name);
}

/** Options that are not set are nowhere in a choice, and so never what a condition asks for. */
const isShown = ({ displayOptions }: INodeProperties, chosen: Chosen): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(([name, wanted]) => {
		const value = chosen[name.replace(/^\//, '') as keyof Chosen] as string | undefined;
		return value !== undefined && (wanted as unknown[] | undefined)?.includes(value) === true;
	});
