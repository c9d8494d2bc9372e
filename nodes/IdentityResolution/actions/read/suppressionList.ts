import type { INodeExecutionData } from 'n8n-workflow';
import type { Identifier } from '../../api/identifiers/identifier';
import { at, toJson } from '../../api/values/json';
import { isTruthy } from '../../api/values/yesNo';
import { digestsOf, namesIn, textsIn, type Name, type TextInField } from '../../api/person/named';
import { inSlices, type Clock } from '../../service/environment';
import { NO_SUPPRESSION, type Suppression } from '../../run/suppression';
import type { Job } from './job';
import { readLaterInput, type Arrival } from './laterInputs';
import type { Settings } from './settings';

/** What the input *Suppressed* contains. */
export interface SuppressionList {
	suppression: Suppression;
	entries: number;
	/** Entries without a name that can be read. */
	nameless: number;
	/** Entries by the column with the name. */
	columns: ReadonlyMap<string, number>;
	/** Why nothing may be sent; undefined if it may. */
	problem: string | undefined;
}

/** The list of a run without the option. */
export const NO_LIST: SuppressionList = {
	suppression: NO_SUPPRESSION,
	entries: 0,
	nameless: 0,
	columns: new Map(),
	problem: undefined,
};

/** Reads the list of a run if the option is on. @param settings of the run */
export async function readList(
	{ host, node, items, caller }: Job,
	{ suppressionList }: Pick<Settings, 'suppressionList'>,
	clock: Clock,
): Promise<SuppressionList> {
	// The option is hidden there, but a workflow written as JSON may have it.
	if (caller === 'agent')
		return isTruthy(at(node.parameters, OPTION)) ? { ...NO_LIST, problem: AGENT } : NO_LIST;
	if (!suppressionList) return NO_LIST;
	return await readSuppressionList(readLaterInput(host, 'Suppressed', clock.now()), items, clock);
}

const OPTION = 'options.suppressionList';
const AGENT =
	'A tool of an agent cannot use Suppression List. Give the agent a workflow that has this node and the list';

/**
 * Reads the suppression list: every row is an entry. In doubt nothing is sent.
 * @param rows of the first input, which a failed node may have passed on as its own
 */
export async function readSuppressionList(
	arrival: Arrival,
	rows: readonly INodeExecutionData[],
	clock: Clock,
): Promise<SuppressionList> {
	if (arrival.is === 'missing') return { ...NO_LIST, problem: arrival.why };
	const { items } = arrival;
	if (items.length === 0) return NO_LIST;
	if (await areRows(items, rows, clock))
		return { ...NO_LIST, entries: items.length, problem: SAME_ROWS };
	const listed = new Listed();
	const columns = new Map<string, number>();
	let nameless = 0;
	const reading = function* () {
		for (const { json } of items) {
			const naming = new Set<string>();
			for (const [column, value] of Object.entries(json))
				for (const name of namesInEntry(column, value)) {
					if (name !== null) {
						naming.add(column);
						listed.add(name);
					}
					yield;
				}
			for (const column of naming) columns.set(column, (columns.get(column) ?? 0) + 1);
			if (naming.size === 0) nameless += 1;
			yield;
		}
	};
	await inSlices(reading(), clock);
	const problem = nameless === items.length ? NOBODY : undefined;
	return { suppression: listed, entries: items.length, nameless, columns, problem };
}

function* namesInEntry(column: string, value: unknown): Generator<Name | null> {
	// A domain is listed by a sign before it, because many columns have the domain of the own
	// company.
	for (const text of textsIn({ [column]: value }))
		for (const name of namesIn(text)) yield name?.is === 'domain' ? null : name;
}

/** Whether the items are the rows themselves, so that each row would be final as suppressed. */
async function areRows(
	items: readonly INodeExecutionData[],
	rows: readonly INodeExecutionData[],
	clock: Clock,
) {
	const columnsOf = ({ json }: INodeExecutionData) => Object.keys(json).join('\n');
	if (
		rows.length === 0 ||
		rows.length > items.length ||
		columnsOf(rows[0]) !== columnsOf(items[0])
	)
		return false;
	const others = new Set<string | null>();
	await inSlices(items, clock, ({ json }) => others.add(toJson(json)));
	let areSame = true;
	const comparing = function* () {
		for (const { json } of rows) {
			areSame = others.has(toJson(json));
			if (!areSame) return;
			yield;
		}
	};
	await inSlices(comparing(), clock);
	return areSame;
}

const SAME_ROWS =
	'The input Suppressed has the rows to look up. Connect the node that reads the suppression list, and check that it ' +
	'did not fail';

const NOBODY =
	'No row at the input Suppressed names a person. Add a column with LinkedIn addresses, emails or hashes of emails';

/** Listed people, by all spellings that name them. */
class Listed implements Suppression {
	private readonly profiles = new Set<string>();
	private readonly mailboxes = new Set<string>();
	private readonly hosts = new Set<string>();
	/** Of listed addresses, and those that entries have themselves. */
	private readonly digests = new Set<string>();
	private hasOwnDigests = false;

	get isEmpty(): boolean {
		return this.profiles.size + this.digests.size + this.hosts.size === 0;
	}

	add(name: Name): void {
		switch (name.is) {
			case 'profile':
				this.profiles.add(name.key);
				return;
			case 'mailbox':
				this.mailboxes.add(name.mailbox);
				for (const digest of digestsOf(name)) this.digests.add(digest);
				return;
			case 'digest':
				this.digests.add(name.hex);
				this.hasOwnDigests = true;
				return;
			case 'everyoneAt':
				this.hosts.add(name.host);
				return;
			case 'domain':
		}
	}

	readonly has = ({ kind, value }: Identifier): boolean => {
		const texts = textsIn(value);
		// A tool without an operation may take a slug in any field.
		const slugs = kind === 'body' ? texts.map(({ text }) => ({ text, field: 'slug' })) : [];
		return [...texts, ...slugs].some((one) => this.names(one));
	};

	readonly isIn = (value: unknown): boolean => textsIn(value).some((one) => this.names(one));

	private names(text: TextInField): boolean {
		let read = 0;
		for (const name of namesIn(text)) {
			read += 1;
			if ((name !== null && this.isListed(name)) || read > MOST_READ) return true;
		}
		return false;
	}

	private isListed(name: Name): boolean {
		switch (name.is) {
			case 'profile':
				return this.profiles.has(name.key);
			case 'digest':
				return this.digests.has(name.hex);
			case 'domain':
			case 'everyoneAt':
				return this.isListedHost(name.host);
			case 'mailbox': {
				if (this.mailboxes.has(name.mailbox) || this.isListedHost(name.host)) return true;
				return (
					this.hasOwnDigests && digestsOf(name).some((digest) => this.digests.has(digest))
				);
			}
		}
	}

	/** Whether a host, or one that it is a part of, is listed. */
	private isListedHost(host: string): boolean {
		if (this.hosts.size === 0) return false;
		const parts = host.split('.');
		return parts.some((_part, index) => this.hosts.has(parts.slice(index).join('.')));
	}
}

/**
 * Possible names in one text. No row and no answer has as many, and the rest might name a listed
 * person.
 */
const MOST_READ = 5_000;
