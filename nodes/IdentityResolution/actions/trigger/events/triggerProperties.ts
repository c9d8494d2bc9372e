import type { INodeProperties } from 'n8n-workflow';
import { EVENTS } from './events';

const event: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	default: 'lowBalance',
	description: 'What starts the workflow. Each event is reported once, and polling is free.',
	options: EVENTS.map(({ name, event: value, description }) => ({ name, value, description })),
};

/** All parameters of the trigger, in panel order. n8n adds the poll times before them. */
export const TRIGGER_PROPERTIES: INodeProperties[] = [
	event,
	...EVENTS.flatMap(({ event: value, fields }) =>
		fields.map((property): INodeProperties => ({ ...property, displayOptions: { show: { event: [value] } } })),
	),
];

const NAMES = Object.fromEntries(EVENTS.map(({ event: value, name }) => [value, name]));

/** The subtitle on the canvas: an expression for the display name of the event. */
export const TRIGGER_SUBTITLE = `={{ (${JSON.stringify(NAMES)})[$parameter["event"]] }}`;
