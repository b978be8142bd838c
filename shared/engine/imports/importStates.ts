/**
 * Transitions of an import, from mapping columns to its end. The machine uses this table, and the
 * platform rejects everything else with 409.
 */
export const importStates = {
  mapping: { check: 'checking' },
  checking: {},
  ready: { check: 'checking', run: 'running' },
  running: {},
  ended: {},
} as const satisfies Record<string, Partial<Record<ImportStep, string>>>

export type ImportState = keyof typeof importStates
export type ImportStep = 'check' | 'run'

/** Returns the state after a step; null if the current state doesn't allow the step. */
export function getNextImportState(state: ImportState, step: ImportStep): ImportState | null {
  const allowed: Partial<Record<ImportStep, ImportState>> = importStates[state]
  return allowed[step] ?? null
}

/** Effect of a line, as the dry run decides; `waiting` before it ran. */
export const lineActions = ['create', 'change', 'unchanged', 'refused', 'waiting'] as const
export type LineAction = (typeof lineActions)[number]

/** Result of a line once the import has ended; `left` lines weren't reached before a cancel. */
export const importResults = [
  'created',
  'updated',
  'unchanged',
  'rejected',
  'failed',
  'left',
] as const
export type ImportLineResult = (typeof importResults)[number]

/** Returns the result of a line from its checked action and the outcome of its row in the job. */
export function toImportLineResult(action: LineAction, outcome: string | null): ImportLineResult {
  if (action === 'refused' || outcome === 'refused') return 'rejected'
  if (action === 'unchanged' || outcome === 'unchanged') return 'unchanged'
  if (outcome === 'failed') return 'failed'
  if (outcome !== 'done') return 'left'
  return action === 'create' ? 'created' : 'updated'
}
