import { Container } from '@n8n/di';
import { WorkflowExecute as Older } from 'n8n-core';
import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import type { INode, IRun, Workflow } from 'n8n-workflow';

export { ExecutionLifecycleHooks, PackageDirectoryLoader, PollContext } from 'n8n-core';

type Run = Older['run'];
type OlderRun = (workflow: Workflow, startNode?: INode) => ReturnType<Run>;

/** The engine of an older n8n in the shape that ours has. */
export class WorkflowExecute extends Older {
	/** 1.x takes its arguments one by one. */
	override run({ workflow, startNode }: Parameters<Run>[0]): ReturnType<Run> {
		const older = super.run as unknown as OlderRun;
		return older.call(this, workflow, startNode);
	}

	/** 1.115 leaves it to n8n's server to see by the error that a run has ended with one. */
	override async processSuccessExecution(...ending: Parameters<Older['processSuccessExecution']>): Promise<IRun> {
		const run = await super.processSuccessExecution(...ending);
		return run.status === 'running' && run.data.resultData.error ? { ...run, status: 'error' } : run;
	}
}

/** 1.x keeps a timer for connections that no test has, and with it the process. */
afterAll(() => Container.get(SSHClientsManager).onShutdown());
