import type { INodeProperties } from 'n8n-workflow';
import { EVENTS } from './events';

const event: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	default: 'lowBalance',
	description: 'What starts the workflow. Each comes once, not at every poll, and polling is free.',
	options: EVENTS.map(({ name, event: value, description }) => ({ name, value, description })),
};

/**
 * Every parameter of the trigger, in the order in which they stand in its panel. n8n puts the poll times before them.
 */
export const TRIGGER_PROPERTIES: INodeProperties[] = [
	event,
	...EVENTS.flatMap(({ event: value, fields }) =>
		fields.map((property): INodeProperties => ({ ...property, displayOptions: { show: { event: [value] } } })),
	),
];

/** What stands under the trigger's name on the canvas, as an expression: its event, as the panel calls it. */
export const TRIGGER_SUBTITLE = `={{ (${JSON.stringify(Object.fromEntries(EVENTS.map(({ event: value, name }) => [value, name])))})[$parameter["event"]] }}`;
