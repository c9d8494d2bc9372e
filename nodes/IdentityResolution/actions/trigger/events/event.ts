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
	/** Its own parameters, without display options. */
	fields: INodeProperties[];
}

/** Returns the value of a parameter. */
export type ReadParameter = (name: string) => unknown;

/** The settings, or why they are invalid. */
export type EventSettingsReading<Settings> = { is: 'read'; settings: Settings } | { is: 'invalid'; why: string };

/** The account lacks the data of the event. */
export interface MissingData {
	is: 'missing_data';
	message: string;
	remedy: string;
}

/** The items of a poll, and the state for the next one. */
type Decision<Memory> = { is: 'decided'; items: FlatRow[]; state: Memory } | MissingData;

/** An example item. */
type Sample = { is: 'sample'; item: FlatRow } | MissingData;

/** The results of the requests, in their order. */
export type Responses = readonly [first: unknown, ...further: unknown[]];

/** The definition of an event, as pure functions of its state and the account. */
export interface Definition<Settings extends object, Memory> extends Shown {
	/** JSON of names and numbers, because they identify the saved state in later versions, too. */
	settings(read: ReadParameter): EventSettingsReading<Settings>;
	/** The state between polls. Each change costs an execution, so that it contains only what decides. */
	memory: ZodType<Memory>;
	/** The requests of a poll. @param before null if there is no state */
	route(before: Memory | null, purpose: 'poll' | 'sample'): Route;
	/** The result that replaces the refusal of an inactive account, if the event uses it. */
	whenInactive?(settings: Settings): unknown;
	decide(settings: Settings, before: Memory | null, responses: Responses): Decision<Memory>;
	sample(settings: Settings, responses: Responses): Sample;
}

/** An event with its settings. */
export interface BoundEvent {
	is: 'ready';
	settings: object;
	route(remembered: unknown, purpose: 'poll' | 'sample'): Route;
	/** Undefined if the event treats it as an ordinary refusal. */
	whenInactive(): unknown;
	decide(remembered: unknown, responses: Responses): Decision<unknown>;
	sample(responses: Responses): Sample;
}

export interface TriggerEvent extends Shown {
	bind(read: ReadParameter): BoundEvent | { is: 'invalid'; why: string };
}

/** Creates an event from its definition. An unreadable state counts as none. */
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
