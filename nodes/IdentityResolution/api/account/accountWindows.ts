import { at } from '../json';

/** One Fair Use window of an account (contract: Limits). There is no weekly window of requests. */
export type FairUseWindow = {
	family: 'enrich' | 'search';
	/** The prefix of its columns, which also identifies the window. */
	column: string;
	/** Title Case. */
	label: string;
} & ({ kind: 'records'; period: '5h' | '1w' } | { kind: 'requests'; period: '5h' });

/** All windows of an account record, in display order. */
export const FAIR_USE_WINDOWS: readonly FairUseWindow[] = [
	{
		family: 'enrich',
		kind: 'records',
		period: '5h',
		column: 'enrich_records_5h',
		label: 'Enrichment Records per 5 Hours',
	},
	{
		family: 'enrich',
		kind: 'records',
		period: '1w',
		column: 'enrich_records_1w',
		label: 'Enrichment Records per Week',
	},
	{
		family: 'enrich',
		kind: 'requests',
		period: '5h',
		column: 'enrich_requests_5h',
		label: 'Enrichment Requests per 5 Hours',
	},
	{
		family: 'search',
		kind: 'records',
		period: '5h',
		column: 'search_records_5h',
		label: 'Search Records per 5 Hours',
	},
	{ family: 'search', kind: 'records', period: '1w', column: 'search_records_1w', label: 'Search Records per Week' },
	{
		family: 'search',
		kind: 'requests',
		period: '5h',
		column: 'search_requests_5h',
		label: 'Search Requests per 5 Hours',
	},
];

const HOUR = 3_600_000;

/** The length of a window, in ms. */
export const WINDOW_LENGTH = { '5h': 5 * HOUR, '1w': 7 * 24 * HOUR } as const;

/** The place of a window in an account record. */
export type WindowPlace = Pick<FairUseWindow, 'family' | 'kind' | 'period'>;

/** The raw value of a window in an account record. */
export const windowPart = (results: unknown, { family, kind, period }: WindowPlace): unknown =>
	at(results, `fair_use.${family}.${kind}.${period}`);
