/** Streams of a store's logs (screens.md, Store logs). */
export const logStreams = {
  audit: 'Audit',
  security: 'Security',
  integrations: 'Integrations',
  jobs: 'Jobs',
  errors: 'Errors',
} as const

export type LogStream = keyof typeof logStreams

export const logSeverities = { info: 'Info', warning: 'Warning', error: 'Error' } as const

export type LogSeverity = keyof typeof logSeverities

export const logResults = { ok: 'OK', failed: 'Failed' } as const
