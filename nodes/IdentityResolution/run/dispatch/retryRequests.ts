import { halvesInTurn, halvesOf, singlesOf, type PendingRequest } from '../queue/pendingRequest';
import { MAX_RETRIES, type RetryDecision } from './retryPolicy';

/** Returns the requests that retry a failed one. Halves of a split batch have no retries left. `now` is epoch ms. */
export function retryRequests(
	request: PendingRequest,
	decision: Extract<RetryDecision, { do: 'retry' | 'split' }>,
	now: number,
): PendingRequest[] {
	const notBefore = now + decision.after;
	if (decision.do === 'split') return halvesOf({ ...request, errorCount: MAX_RETRIES + 1, notBefore });
	const { as, counts } = decision;
	const retry: PendingRequest = {
		...request,
		errorCount: request.errorCount + (counts === 'error' ? 1 : 0),
		lostCount: request.lostCount + (counts === 'lost' ? 1 : 0),
		notBefore,
	};
	switch (as) {
		case 'same':
			return [retry];
		case 'halves':
			return halvesInTurn(retry);
		case 'singles':
			return singlesOf(retry);
	}
}
