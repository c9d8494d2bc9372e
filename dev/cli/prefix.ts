/** What the node's columns start with, where nobody says otherwise. */
export const PREFIX = 'enriched_';
