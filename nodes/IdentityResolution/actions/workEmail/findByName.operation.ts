import { z } from 'zod/v4';
import { resultsOf, textFor } from '../../api/person/results';
import { byName, defineTool } from '../spec/operation';

export const searchBusinessEmailByName = defineTool({
	name: 'search_business_email_by_name',
	byName: true,
	...resultsOf(
		z.looseObject({
			email: textFor('work_email'),
			risk_score: textFor('work_email_risk_score'),
			linkedin_url: textFor('linkedin_url'),
		}),
		{ boughtFor: ['work_email'] },
	),
});

export const findWorkEmailByName = byName(searchBusinessEmailByName, {
	resource: 'workEmail',
	operation: 'findByName',
	name: 'Find by Name',
	action: 'Find work email by name',
	description: "Find a person's work email by name and company or domain. A hit is charged, a miss is free.",
	builderHint: 'Only if there is no LinkedIn URL, which identifies a person better',
});
