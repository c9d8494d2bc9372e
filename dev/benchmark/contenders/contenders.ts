import { codeBatched } from './codeBatched';
import { codeLoop } from './codeLoop';
import type { Contender } from './contender';
import { httpBatched } from './httpBatched';
import { httpDefault } from './httpDefault';
import { loop } from './loop';
import { thisNode } from './thisNode';

/** This node, and what a user would build instead, in the order of the tables. */
export const CONTENDERS: readonly Contender[] = [thisNode(), httpDefault, httpBatched, loop, codeLoop, codeBatched];
