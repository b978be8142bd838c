export const clientMessages = {
  consoleNotReachable: 'Console unreachable',
  responseIncomplete: 'Incomplete response',
  recordNotFound: 'Record not found',
  kit: 'Shared elements',
} as const
