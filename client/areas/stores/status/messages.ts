export const storesClientMessages = {
  later: 'Do this later instead',
  unknownStatusChange: 'Unknown status change',
  readiness: 'store readiness',
} as const
