import { WorkflowExecute as OlderWorkflowExecute } from 'n8n-core';
import type { INode, IRun, Workflow } from 'n8n-workflow';

export { ExecutionLifecycleHooks, PackageDirectoryLoader, PollContext } from 'n8n-core';

type Run = OlderWorkflowExecute['run'];
type OlderRun = (workflow: Workflow, startNode?: INode) => ReturnType<Run>;

/** The engine of an older n8n with the interface of the current one. */
export class WorkflowExecute extends OlderWorkflowExecute {
	/** 1.x takes positional arguments. */
	override run({ workflow, startNode }: Parameters<Run>[0]): ReturnType<Run> {
		const olderRun = super.run as unknown as OlderRun;
		return olderRun.call(this, workflow, startNode);
	}

	/** 1.115 leaves the status of a failed run to n8n's server. */
	override async processSuccessExecution(
		...args: Parameters<OlderWorkflowExecute['processSuccessExecution']>
	): Promise<IRun> {
		const run = await super.processSuccessExecution(...args);
		return run.status === 'running' && run.data.resultData.error ? { ...run, status: 'error' } : run;
	}
}
