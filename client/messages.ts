export const clientMessages = {
  consoleNotReachable: 'Console not reachable',
  responseIncomplete: 'Incomplete response',
  recordNotFound: 'Record not found',
  kit: 'Shared elements',
} as const
