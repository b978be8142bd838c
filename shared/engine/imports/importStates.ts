/** Where an import stands, from mapping columns to its end: the machine's table; the platform refuses all else with 409. */
export const importStates = {
  mapping: { check: 'checking' },
  checking: {},
  ready: { check: 'checking', run: 'running' },
  running: {},
  ended: {},
} as const satisfies Record<string, Partial<Record<ImportStep, string>>>

export type ImportState = keyof typeof importStates
export type ImportStep = 'check' | 'run'

/** Where a step leads; null where the state does not allow it. */
export function getNextImportState(state: ImportState, step: ImportStep): ImportState | null {
  const allowed: Partial<Record<ImportStep, ImportState>> = importStates[state]
  return allowed[step] ?? null
}

/** What becomes of a line: by the dry run, before it ran `waiting`. */
export const lineActions = ['create', 'change', 'unchanged', 'refused', 'waiting'] as const
export type LineAction = (typeof lineActions)[number]

/** What became of a line once the import has ended; `left` lines weren't reached before it was canceled. */
export const importResults = [
  'created',
  'updated',
  'unchanged',
  'rejected',
  'failed',
  'left',
] as const
export type ImportResult = (typeof importResults)[number]

/** The result of a line, by what the check said of it and the outcome of its row in the job. */
export function toImportResult(action: LineAction, outcome: string | null): ImportResult {
  if (action === 'refused' || outcome === 'refused') return 'rejected'
  if (action === 'unchanged' || outcome === 'unchanged') return 'unchanged'
  if (outcome === 'failed') return 'failed'
  if (outcome !== 'done') return 'left'
  return action === 'create' ? 'created' : 'updated'
}
