// Jest sets 100, and each `expect` captures a stack.
Error.stackTraceLimit = 10;
