import type { ToolOffer } from './dialect';
import { leftToModel } from './variants';

const TEXT = { type: 'string' };
const YES_OR_NO = { type: 'boolean' };

/** How n8n describes arguments to a model: all of them have to be given, and no other. */
export const schemaOf = (properties: Record<string, unknown>) => ({
	$schema: 'http://json-schema.org/draft-07/schema#',
	type: 'object',
	properties,
	...(Object.keys(properties).length > 0 ? { required: Object.keys(properties) } : {}),
	additionalProperties: false,
});

/** Every operation as the tool that a user makes of it with n8n's own buttons: its parameters, by the tool's name. */
export const TOOLS = {
	Account: { resource: 'account', operation: 'get' },
	Usage: { resource: 'account', operation: 'getUsage', period: leftToModel('Period') },
	By_Email: { resource: 'businessProfile', operation: 'findByEmail', email: leftToModel('Email') },
	By_Hash: {
		resource: 'businessProfile',
		operation: 'findByHashedEmail',
		hashedEmail: leftToModel('Email_or_MD5_Hash'),
		includeMobilePhone: leftToModel('Include_Mobile_Phone', 'boolean'),
	},
	By_Profile: {
		resource: 'businessProfile',
		operation: 'findByLinkedin',
		linkedinUrl: leftToModel('LinkedIn_URL'),
		includeMobilePhone: leftToModel('Include_Mobile_Phone', 'boolean'),
	},
	Best_Email: { resource: 'personalEmail', operation: 'findBest', linkedinUrl: leftToModel('LinkedIn_URL') },
	Resolve: {
		resource: 'person',
		operation: 'resolve',
		linkedinUrl: leftToModel('LinkedIn_URL'),
		email: leftToModel('Email'),
		hashedEmail: leftToModel('Email_or_MD5_Hash'),
	},
	Any: { resource: 'tool', operation: 'call', toolName: leftToModel('Tool_Name'), body: leftToModel('Body', 'json') },
};

const offer = (action: string, properties: Record<string, unknown>): Omit<ToolOffer, 'name'> => ({
	description: `${action} in Identity Resolution`,
	parameters: schemaOf(properties),
});

/** What the model has to be told of each of them. */
export const OFFERS: Readonly<Record<keyof typeof TOOLS, Omit<ToolOffer, 'name'>>> = {
	Account: offer('Get account balance, plan and limits', {}),
	Usage: offer('Get account usage by day', { Period: TEXT }),
	By_Email: offer('Find business profile by email', { Email: TEXT }),
	By_Hash: offer('Find business profile by hashed email', {
		Email_or_MD5_Hash: TEXT,
		Include_Mobile_Phone: YES_OR_NO,
	}),
	By_Profile: offer('Find business profile by LinkedIn URL', {
		LinkedIn_URL: TEXT,
		Include_Mobile_Phone: YES_OR_NO,
	}),
	Best_Email: offer('Find best personal email by LinkedIn URL', { LinkedIn_URL: TEXT }),
	Resolve: offer('Resolve person by any identifiers', { LinkedIn_URL: TEXT, Email: TEXT, Email_or_MD5_Hash: TEXT }),
	Any: offer('Call any service tool by name', { Tool_Name: TEXT, Body: {} }),
};
