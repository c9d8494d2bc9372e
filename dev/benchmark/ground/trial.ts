import { workflowOf, type Contender } from '../contenders/contender';
import type { Job } from '../job';
import { judge, type Judgement } from '../judge';
import { makeSheet, truthsOf, type SheetRow } from '../sheet';
import { measure } from './measure';
import type { Cost, Measured } from './runWatch';
import type { Session } from './session';

/** One run of a contender: what it took, and what it was worth. */
export interface Trial {
	measured: Cost;
	judged: Judgement;
}

const WARM_UP_ROWS = 100;

/** @param balance tokens that it starts with; by default more than it needs */
export async function trial(
	session: Session,
	contender: Contender,
	job: Job,
	sheet: readonly SheetRow[],
	balance = Infinity,
): Promise<Trial & { measured: Measured }> {
	const { sandbox, access } = session;
	sandbox.ledger.clear();
	const measured = await measure(session, sheet, (runUrl) => workflowOf(contender.part(job, access), runUrl));
	const judged = judge({
		sheet,
		truths: truthsOf(sheet, job, sandbox.settings()),
		cameOut: measured.cameOut,
		requests: sandbox.ledger.requests(),
		charges: sandbox.ledger.charges(),
		balance,
	});
	return { measured, judged };
}

/** So that nobody is measured while n8n still loads and compiles what it needs. */
export async function warmUp(session: Session, contender: Contender, job: Job): Promise<void> {
	await trial(session, contender, job, makeSheet(WARM_UP_ROWS, 0));
}
