import { assign, fromCallback, setup } from 'xstate'
import { importStates } from '#shared/engine/imports/importStates.ts'
import type { ImportState, ImportStep } from '#shared/engine/imports/importStates.ts'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import { throwNotProvided } from './notProvided.ts'

export type ImportEvent = { type: 'import.heard'; known: Import | null } | { type: 'import.lost' }

interface ImportContext {
  /** Null until a file is opened. */
  known: Import | null
}

type ImportGuardArgs = { context: ImportContext }
const isInState =
  (state: ImportState) =>
  ({ context: { known } }: ImportGuardArgs) =>
    known?.state === state

/**
 * CSV import; the platform decides its state (shared/engine/imports/importStates.ts). Callers
 * provide `watch`, whose cleanup ends it.
 */
export const importingMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: ImportContext
    events: ImportEvent | { type: ImportStep }
    input: ImportContext
    tags: 'underWay' | 'lost'
  },
  actors: {
    watch: fromCallback<ImportEvent, { id: number }, ImportEvent>(() => throwNotProvided('watch')),
  },
  actions: {
    take: assign((_, { known }: ImportContext) => ({ known })),
  },
  guards: {
    isMapping: isInState('mapping'),
    isChecking: isInState('checking'),
    isReady: isInState('ready'),
    isRunning: isInState('running'),
    hasEnded: isInState('ended'),
  },
  delays: { patience: 3000 },
}).createMachine({
  id: 'importing',
  description: 'A CSV import: file, columns, dry run, ready, running, and ended.',
  context: ({ input }) => input,
  on: {
    'import.heard': { target: '.settled', actions: { type: 'take', params: ({ event }) => event } },
  },
  initial: 'settled',
  states: {
    settled: {
      always: [
        { guard: 'isMapping', target: 'mapping' },
        { guard: 'isChecking', target: 'checking' },
        { guard: 'isReady', target: 'ready' },
        { guard: 'isRunning', target: 'running' },
        { guard: 'hasEnded', target: 'ended' },
        { target: 'choosing' },
      ],
    },
    choosing: {},
    mapping: { on: { check: importStates.mapping.check } },
    checking: {
      tags: 'underWay',
      invoke: { id: 'watch', src: 'watch', input: ({ context }) => ({ id: getImportId(context) }) },
      on: { 'import.lost': 'waiting' },
    },
    ready: { on: { check: importStates.ready.check, run: importStates.ready.run } },
    running: {
      tags: 'underWay',
      invoke: { id: 'watch', src: 'watch', input: ({ context }) => ({ id: getImportId(context) }) },
      on: { 'import.lost': 'waiting' },
    },
    /** The connection was lost, but the import is still running. */
    waiting: { tags: ['underWay', 'lost'], after: { patience: 'settled' } },
    ended: {},
  },
})

const getImportId = ({ known }: ImportContext) => known?.id ?? 0
