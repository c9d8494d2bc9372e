import type { EmailEncoding } from '../../api/identifiers/email';
import type { MinGrade } from '../../api/person/emails';
import type { WantName } from '../../api/person/wants';
import type { AnswerCache, AnswerStore } from '../../run/answerStore';
import type { Route } from '../../run/lookup';
import type { Suppression } from '../../run/suppression';
import type { LookupOperation } from '../spec/operation';
import { routeForSearch } from './searchRouter';
import { routeForBody } from './bodyRoute';
import type { InputReader } from './inputReader';
import { invalidRoute, routeForCell } from './lookupRoute';
import { routeForName, routeForNameSearch } from './nameRoute';
import type { RowReader } from './parameterReader';
import { routeForPerson } from './personRoute';

/** What routes depend on besides the cells of their row. */
export interface RouteSettings {
	/** The wanted parts, if the operation lets the user choose them. */
	wants: readonly WantName[];
	minGrade: MinGrade;
	emails: EmailEncoding;
	inputs: InputReader;
	/** Tokens that the run may spend. */
	maxTokens: number;
	answers: Pick<AnswerStore, 'emailsOf'>;
	/** Answers from before the run, and suppressed people. */
	cache: AnswerCache;
	suppression: Suppression;
}

/** What a route may read of its row besides the parameters. */
export interface RowInput {
	/** All email addresses in the row. */
	addresses(): readonly string[];
	/** Whether a parameter is an expression, which may be empty by mistake. */
	isExpression(parameter: string): boolean;
	/** What an earlier run wrote into one of our columns. */
	previousCell(column: string): unknown;
}

/** Creates the route of a row. */
export type Router = (readParameter: RowReader, row: RowInput) => Route;

/** Returns the router of an operation. Called once per run. */
export function routerFor({ by, tools: [tool] }: LookupOperation, settings: RouteSettings): Router {
	switch (by.is) {
		case 'identifier':
			return routeForCell(tool, by.field, settings);
		case 'person':
			return routeForPerson(settings);
		case 'name':
			return tool.search ? routeForNameSearch(tool, settings) : routeForName(tool);
		case 'filters':
			return routeForSearch(tool, by.filters, settings);
		case 'body':
			return routeForBody;
		case 'nothing':
			return () => invalidRoute(by.why);
	}
}
