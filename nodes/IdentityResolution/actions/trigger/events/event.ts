import type { INodeProperties } from 'n8n-workflow';
import type { ZodType } from 'zod/v4';
import type { FlatRow } from '../../../api/account/flatRow';
import type { Route } from '../../../run/lookup';

/** What a user chooses and reads. */
interface Shown {
	/** Its value in saved workflows. */
	event: string;
	/** Title Case. */
	name: string;
	description: string;
	/** The parameters of its own, without display options. */
	fields: INodeProperties[];
}

/** The value of a parameter by its name, as n8n has it. */
export type ReadParameter = (name: string) => unknown;

/** What was set, or one sentence on what can't be read. */
export type EventSettingsReading<Settings> = { is: 'read'; settings: Settings } | { is: 'invalid'; why: string };

/** The account does not tell what the event is about. */
export interface MissingData {
	is: 'missing_data';
	message: string;
	remedy: string;
}

/** The items of one poll, and what to remember for the next one. */
export type Decision<Memory> = { is: 'decided'; items: FlatRow[]; state: Memory } | MissingData;

/** An item as it would look. */
export type Sample = { is: 'sample'; item: FlatRow } | MissingData;

/** The results of what was asked, in that order; the first is always there. */
export type Responses = readonly [first: unknown, ...further: unknown[]];

/**
 * An event as its file defines it. All of it is pure: what was remembered and what the account says reach it as
 * arguments.
 */
export interface Definition<Settings extends object, Memory> extends Shown {
	/** Settings are JSON of names and numbers: what is remembered is known by them, also in a later version. */
	settings(read: ReadParameter): EventSettingsReading<Settings>;
	/**
	 * What it remembers from one poll to the next. Every change of it costs an execution, so that it holds nothing but
	 * what decides.
	 */
	memory: ZodType<Memory>;
	/** What is asked. @param before what is remembered; null where nothing is */
	route(before: Memory | null, purpose: 'poll' | 'sample'): Route;
	/** What the refusal of an inactive account tells, where that is an answer. */
	whenInactive?(settings: Settings): unknown;
	decide(settings: Settings, before: Memory | null, responses: Responses): Decision<Memory>;
	sample(settings: Settings, responses: Responses): Sample;
}

/** An event with its settings, ready to be polled for. What it remembers is JSON that only it can read. */
export interface BoundEvent {
	is: 'ready';
	settings: object;
	route(remembered: unknown, purpose: 'poll' | 'sample'): Route;
	/** Undefined where that refusal is none but a refusal. */
	whenInactive(): unknown;
	decide(remembered: unknown, responses: Responses): Decision<unknown>;
	sample(responses: Responses): Sample;
}

/** An event of the trigger. */
export interface TriggerEvent extends Shown {
	bind(read: ReadParameter): BoundEvent | { is: 'invalid'; why: string };
}

/** Makes an event of its definition. What was remembered and can't be read counts as nothing remembered. */
export function defineEvent<Settings extends object, Memory>(definition: Definition<Settings, Memory>): TriggerEvent {
	const { event, name, description, fields, memory } = definition;
	const recall = (remembered: unknown): Memory | null => memory.safeParse(remembered).data ?? null;
	return {
		event,
		name,
		description,
		fields,
		bind(read) {
			const reading = definition.settings(read);
			if (reading.is === 'invalid') return reading;
			const { settings } = reading;
			return {
				is: 'ready',
				settings,
				route: (remembered, purpose) => definition.route(recall(remembered), purpose),
				whenInactive: () => definition.whenInactive?.(settings),
				decide: (remembered, responses) => definition.decide(settings, recall(remembered), responses),
				sample: (responses) => definition.sample(settings, responses),
			};
		},
	};
}
