import type { INodeProperties } from 'n8n-workflow';
import type { TriggerEvent } from './event';
import { lowBalance } from './lowBalance';
import { windowLow } from './windowLow';
import { windowOpen } from './windowOpen';

/** In display order. */
export const EVENTS: readonly TriggerEvent[] = [lowBalance, windowLow, windowOpen];

/** All parameters of the trigger, in panel order. n8n adds the poll times before them. */
export const TRIGGER_PROPERTIES: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: 'lowBalance',
		description: 'What starts the workflow. Each event is reported once, and polling is free.',
		options: EVENTS.map(({ name, event: value, description }) => ({
			name,
			value,
			description,
		})),
	},
	...EVENTS.flatMap(({ event, fields }) =>
		fields.map((property): INodeProperties => ({
			...property,
			displayOptions: { show: { event: [event] } },
		})),
	),
];
