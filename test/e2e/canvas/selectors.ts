/** What n8n's own tests find an element by. */
export const testId = (name: string): string => `[data-test-id="${name}"]`;
