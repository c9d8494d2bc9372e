import type { AnswerCache } from '../../run/answerStore';
import type { Clock } from '../../service/environment';
import type { Suppression } from '../../run/suppression';
import type { LookupOperation } from '../spec/operation';
import type { EarlierAnswers } from './earlierAnswers';
import type { InputReader } from './inputReader';
import type { Job } from './job';
import type { ParameterReader, RunProblem } from './parameterReader';
import type { Settings } from './settings';

/** What reading the rows of a run depends on. */
export type ReadContext = Job &
	Settings &
	Omit<EarlierAnswers, 'problem'> & {
		operation: LookupOperation;
		inputs: InputReader;
		parameters: ParameterReader;
		suppression: Suppression;
		/** What is known before the run, and that listed people are not sent. */
		cache: AnswerCache;
		problem: RunProblem | undefined;
		clock: Clock;
	};
